import type { Calls } from '@parlance/client/http';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { blockedQuery } from './blocked-queries';

const people = (count: number) => Array.from({ length: count }, (_, serial) => ({ userId: String(serial) }));

test.each([
  [20, 45, [[20, 0]], 20],
  // Pages of a hundred, and no more than wanted.
  [
    120,
    300,
    [
      [100, 0],
      [20, 100],
    ],
    120,
  ],
  [
    200,
    150,
    [
      [100, 0],
      [100, 100],
    ],
    150,
  ],
])('%i of %i blocked people are read by pages', async (wanted, count, pages, read) => {
  const asked: number[][] = [];
  const calls = {
    listBlockedUsers: async ({ limit, offset }: { limit: number; offset: number }) => {
      if (asked.length > pages.length) throw new Error('too many pages');
      asked.push([limit, offset]);
      return { count, users: people(count).slice(offset, offset + limit) };
    },
  } as unknown as Calls;
  const found = await new QueryClient().fetchQuery(blockedQuery(calls, 'ada', wanted));
  expect(asked).toEqual(pages);
  expect([found.count, found.users]).toEqual([count, people(read)]);
});
