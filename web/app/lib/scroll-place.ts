import type { Location } from 'react-router';

/** Key of the saved scroll position: the location's own, or that of the page it came from. */
export function scrollKeyOf({ key, state }: Pick<Location, 'key' | 'state'>): string {
  const shared: unknown = state?.scrollKey;
  return typeof shared === 'string' ? shared : key;
}

/** Link state for a change in the middle of a page: both locations share one scroll position, so the page does not jump to an anchor. */
export const samePlace = (location: Pick<Location, 'key' | 'state'>) => ({
  scrollKey: scrollKeyOf(location),
});
