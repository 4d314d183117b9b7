import type { ComponentType } from 'react';

/** What a screen may show before anything is known: its `handle` says so. */
export interface ScreenHandle {
  Opening: ComponentType;
  /** Whether members may see first what the server has written for visitors. */
  isForMembers: boolean;
}

export function screenHandleOf(handle: unknown): ScreenHandle | null {
  const isOpening = typeof handle === 'object' && handle !== null && 'Opening' in handle;
  return isOpening ? (handle as ScreenHandle) : null;
}
