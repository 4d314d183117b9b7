import type { ComponentType } from 'react';

/** Route handle of a screen that is rendered for visitors, on the server and until the session is known. */
export interface ScreenHandle {
  isForVisitors: true;
  /** Placeholder for members until their session is known; absent if they can see the visitors' page. */
  MemberOpening?: ComponentType;
}

export function screenHandleOf(handle: unknown): ScreenHandle | null {
  const isForVisitors = typeof handle === 'object' && handle !== null && 'isForVisitors' in handle;
  return isForVisitors ? (handle as ScreenHandle) : null;
}
