/** The page an address asks for, counted from 1; the first when it names none. */
export function readPage(text: string | null): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1;
}
