export const brandName = 'Parlance';

export function pageTitle(screen: string): string {
  return `${screen} · ${brandName}`;
}
