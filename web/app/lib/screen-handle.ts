import type { ComponentType } from 'react';

/** What the `handle` of a screen says that is rendered for visitors, on the server and until the session is known. */
export interface ScreenHandle {
  isForVisitors: true;
  /** What members see until their session is known; left out where they may see the visitor's page. */
  MemberOpening?: ComponentType;
}

export function screenHandleOf(handle: unknown): ScreenHandle | null {
  const isForVisitors = typeof handle === 'object' && handle !== null && 'isForVisitors' in handle;
  return isForVisitors ? (handle as ScreenHandle) : null;
}
