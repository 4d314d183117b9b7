import type { Location } from 'react-router';

const home = '/dashboard';
const entrances = ['/login', '/signup'];

type Address = Pick<Location, 'pathname' | 'search' | 'hash'>;

/** Router state that keeps where somebody wanted to go while they sign in or fill in their profile. */
export interface ReturnState {
  returnTo: string;
}

/** State for a link or redirect that should lead back to the given address. */
export function rememberAddress({ pathname, search, hash }: Address): ReturnState {
  return { returnTo: `${pathname}${search}${hash}` };
}

function rememberedAddress(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('returnTo' in state)) return null;
  const { returnTo } = state;
  // Only an address of this site counts.
  return typeof returnTo === 'string' && /^\/(?![/\\])/.test(returnTo) ? returnTo : null;
}

/** The remembered address, or the dashboard. */
export function returnAddressOf(state: unknown): string {
  return rememberedAddress(state) ?? home;
}

/** State for a detour from the given address: what was remembered before stays, and nobody returns to an entrance. */
export function onwardState(location: Address & { state: unknown }): ReturnState | null {
  const remembered = rememberedAddress(location.state);
  if (remembered !== null) return { returnTo: remembered };
  return entrances.includes(location.pathname) ? null : rememberAddress(location);
}
