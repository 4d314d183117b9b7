export const brandName = 'Parlance';

/** The document title of a screen. */
export function pageTitle(screen: string): string {
  return `${screen} · ${brandName}`;
}
