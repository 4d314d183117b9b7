import type { Location } from 'react-router';

const home = '/dashboard';

/** Router state that keeps where somebody wanted to go while they sign in or fill in their profile. */
export interface ReturnState {
  returnTo: string;
}

/** State for a link or redirect that should lead back to the given address. */
export function rememberAddress({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): ReturnState {
  return { returnTo: `${pathname}${search}${hash}` };
}

/** The remembered address, or the dashboard. Only an address of this site counts. */
export function returnAddressOf(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('returnTo' in state)) return home;
  const { returnTo } = state;
  return typeof returnTo === 'string' && /^\/(?![/\\])/.test(returnTo) ? returnTo : home;
}
