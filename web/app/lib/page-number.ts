import { listOffsetMax } from '@parlance/contract/text';

/** The page an address asks for, counted from 1; the first when it names none, at most the deepest that a list answers. */
export function readPage(text: string | null, pageSize: number): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 ? Math.min(page, pagesAnswered(pageSize)) : 1;
}

/** How many pages a list of so many rows has, as far as they are answered. */
export function pageCountOf(count: number, pageSize: number): number {
  return Math.min(Math.ceil(count / pageSize), pagesAnswered(pageSize));
}

const pagesAnswered = (pageSize: number): number => Math.floor(listOffsetMax / pageSize) + 1;

interface ListRead {
  page: number;
  pageCount: number;
  /** What was counted is what the server says now, of this very list. */
  isCurrent: boolean;
}

/**
 * The last page, for an address that asks for one beyond it; otherwise null. An answer that is being asked for again counts
 * for nothing: it may be of a time when the list was shorter, and would send back whoever has just pressed a new page.
 */
export function pageInstead({ page, pageCount, isCurrent }: ListRead): number | null {
  return isCurrent && pageCount > 0 && page > pageCount ? pageCount : null;
}
