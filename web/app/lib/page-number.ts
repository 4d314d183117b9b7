import { listOffsetMax } from '@parlance/contract/text';

/** Page number in a URL, from 1; the first if missing, at most the deepest page that the API serves. */
export function readPage(text: string | null, pageSize: number): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 ? Math.min(page, pagesAnswered(pageSize)) : 1;
}

/** Number of pages that the API serves for a row count. */
export function pageCountOf(count: number, pageSize: number): number {
  return Math.min(Math.ceil(count / pageSize), pagesAnswered(pageSize));
}

const pagesAnswered = (pageSize: number): number => Math.floor(listOffsetMax / pageSize) + 1;

interface ListRead {
  page: number;
  pageCount: number;
  /** The count is fresh and belongs to this list. */
  isCurrent: boolean;
}

/**
 * The last page, for a page number beyond it; otherwise null. A stale count is ignored: it can predate a growth of the list and would send
 * the member back from a new page.
 */
export function pageInstead({ page, pageCount, isCurrent }: ListRead): number | null {
  return isCurrent && pageCount > 0 && page > pageCount ? pageCount : null;
}
