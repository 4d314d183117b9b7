import { expect, test } from 'vitest';
import { pageWindow } from './page-window';

test.each([
  { page: 1, pageCount: 0, pages: [] },
  { page: 1, pageCount: 1, pages: [1] },
  { page: 2, pageCount: 4, pages: [1, 2, 3, 4] },
  { page: 1, pageCount: 9, pages: [1, 2, 3, 4, 5] },
  { page: 3, pageCount: 9, pages: [1, 2, 3, 4, 5] },
  { page: 5, pageCount: 9, pages: [3, 4, 5, 6, 7] },
  { page: 8, pageCount: 9, pages: [5, 6, 7, 8, 9] },
  { page: 9, pageCount: 9, pages: [5, 6, 7, 8, 9] },
  { page: 40, pageCount: 9, pages: [5, 6, 7, 8, 9] },
])('Page $page of $pageCount offers $pages (a window of 5 pages)', ({ page, pageCount, pages }) => {
  expect(pageWindow(page, pageCount)).toEqual(pages);
});
