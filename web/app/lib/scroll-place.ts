import type { Location } from 'react-router';

/** Under which key the place that a page is scrolled to is kept: its own, or that of the address it was reached from. */
export function scrollKeyOf({ key, state }: Pick<Location, 'key' | 'state'>): string {
  const shared: unknown = state?.scrollKey;
  return typeof shared === 'string' ? shared : key;
}

/**
 * State for a link that changes a part in the middle of a page: both addresses keep one place, so the page stays where it
 * is scrolled to, which an anchor in the address would otherwise take it away from.
 */
export const samePlace = (location: Pick<Location, 'key' | 'state'>) => ({
  scrollKey: scrollKeyOf(location),
});
