export const brandName = 'Parlance';

export function pageTitle(screen: string): string {
  return `${screen} · ${brandName}`;
}

/** The unread count in front of a page title. */
export const countInFront = /^\(\d+\) /;

/** Name of the screen in a page title. */
export const screenOf = (title: string): string => title.replace(countInFront, '').replace(pageTitle(''), '');
