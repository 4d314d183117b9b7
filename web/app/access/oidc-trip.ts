import type { SessionRuntime } from '#session/session-runtime';

/** Why the browser went to the identity provider, and where it goes afterwards. */
export interface OidcTrip {
  purpose: 'sign-in' | 'connect';
  returnTo: string;
}

const key = 'parlance.oidc';
const home: OidcTrip = { purpose: 'sign-in', returnTo: '/dashboard' };

/** Leaves for the page of the identity provider, which leads back to `/oidc`. */
export async function leaveForProvider({ calls }: SessionRuntime, trip: OidcTrip): Promise<void> {
  const { url } = await calls.beginOidc();
  try {
    sessionStorage.setItem(key, JSON.stringify(trip));
  } catch {
    // Storage is blocked: the trip ends at the dashboard.
  }
  window.location.assign(url);
}

/** Reads the trip once: a later return without one is a plain sign-in. */
export function takeTrip(): OidcTrip {
  try {
    const stored = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return stored === null ? home : { ...home, ...(JSON.parse(stored) as OidcTrip) };
  } catch {
    return home;
  }
}
