import { describe, expect, test } from 'vitest';
import { pageCountOf, pageInstead, readPage } from './page-number';

describe('the page that an address asks for', () => {
  test.each([
    ['3', 3],
    ['0', 1],
    ['-1', 1],
    ['1.5', 1],
    ['x', 1],
    ['', 1],
    [null, 1],
  ])('%j', (text, page) => {
    expect(readPage(text, 10)).toBe(page);
  });

  test.each([
    [5, '20001', 20_001],
    [5, '20002', 20_001],
    [20, '999999', 5001],
    [30, '999999', 3334],
  ])('with %i on a page, %s is the last that the server would answer at the most', (size, text, page) => {
    expect(readPage(text, size)).toBe(page);
    expect((page - 1) * size).toBeLessThanOrEqual(100_000);
  });
});

describe('how many pages there are', () => {
  test.each([
    [0, 0],
    [1, 1],
    [5, 1],
    [6, 2],
    [1_000_000, 20_001],
  ])('%i rows', (count, pages) => {
    expect(pageCountOf(count, 5)).toBe(pages);
  });
});

describe('a page beyond the end', () => {
  test.each([
    [{ page: 3, pageCount: 2, isCurrent: true }, 2],
    [{ page: 9, pageCount: 2, isCurrent: true }, 2],
    [{ page: 2, pageCount: 2, isCurrent: true }, null],
    [{ page: 1, pageCount: 0, isCurrent: true }, null],
    // An empty list has no last page.
    [{ page: 4, pageCount: 0, isCurrent: true }, null],
    // The list can have grown since.
    [{ page: 3, pageCount: 2, isCurrent: false }, null],
  ])('%j leads to %j', (read, page) => {
    expect(pageInstead(read)).toBe(page);
  });
});
