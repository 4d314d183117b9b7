import type { Location } from 'react-router';

const home = '/dashboard';
const entrances = ['/login', '/signup'];

type Address = Pick<Location, 'pathname' | 'search' | 'hash'>;

/** Router state with the target address during sign-in or profile setup. */
export interface ReturnState {
  returnTo: string;
}

/** Router state for a link or redirect that leads back to an address. */
export function rememberAddress({ pathname, search, hash }: Address): ReturnState {
  return { returnTo: `${pathname}${search}${hash}` };
}

function rememberedAddress(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('returnTo' in state)) return null;
  const { returnTo } = state;
  // Security: only addresses of this site, to prevent open redirects.
  return typeof returnTo === 'string' && /^\/(?![/\\])/.test(returnTo) ? returnTo : null;
}

export function returnAddressOf(state: unknown): string {
  return rememberedAddress(state) ?? home;
}

/** Router state for a detour: keeps an earlier target and never returns to a sign-in screen. */
export function onwardState(location: Address & { state: unknown }): ReturnState | null {
  const remembered = rememberedAddress(location.state);
  if (remembered !== null) return { returnTo: remembered };
  return entrances.includes(location.pathname) ? null : rememberAddress(location);
}
