import type { Calls } from '@parlance/client/http';
import type { ContactRequest } from '@parlance/contract/contact';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { me } from '#test/chat-samples';
import { hereSince, isCut, requestWords } from './request-text';
import { requestsQuery, withoutRequest } from './requests-query';

const request = (userId: string, changes: Partial<ContactRequest> = {}) =>
  ({ profile: { userId }, text: 'Hello', durationMs: null, ...changes }) as ContactRequest;
const cache = new QueryClient();
afterEach(() => cache.clear());

/** Reads so many from a server with these users; before each page after the first one, one more request has arrived. */
async function read(wanted: number, users: number, arriving = 0) {
  const listRequests = vi.fn(async ({ limit = 0, offset = 0 }: { limit?: number; offset?: number }) => {
    const arrived = offset > 0 ? arriving : 0;
    const all = Array.from({ length: users + arrived }, (_, place) => `person ${place - arrived}`);
    return { count: all.length, requests: all.slice(offset, offset + limit).map((id) => request(id)) };
  });
  const loaded = await cache.fetchQuery(
    requestsQuery({ listRequests } as unknown as Calls, me, wanted) as never,
  );
  const { requests, count } = loaded as { requests: ContactRequest[]; count: number };
  return {
    count,
    users: requests.map(({ profile }) => profile.userId),
    pages: listRequests.mock.calls.map(([page]) => page),
  };
}

test('as many as wanted are read, in pages of a hundred at most', async () => {
  const { users, pages, count } = await read(120, 130);
  expect([users.length, users.at(-1), count]).toEqual([120, 'person 119', 130]);
  expect(pages).toEqual([
    { limit: 100, offset: 0 },
    { limit: 20, offset: 100 },
  ]);
  expect((await read(20, 20)).pages).toHaveLength(1);
  expect((await read(40, 25)).pages).toHaveLength(1);
});

test('a request that moves to the next page meanwhile is there once', async () => {
  const { users } = await read(120, 130, 1);
  expect(users.toSorted()).toEqual([...new Set(users)].toSorted());
  expect(users).toHaveLength(119);
});

test('a removed request is neither listed nor counted; one that was not listed changes nothing', () => {
  const loaded = { count: 30, requests: [request('a'), request('b')] };
  expect(withoutRequest(loaded, 'a')).toEqual({ count: 29, requests: [request('b')] });
  expect(withoutRequest(loaded, 'c')).toEqual(loaded);
  expect(withoutRequest(loaded, undefined)).toEqual(loaded);
});

test('a text is cut from 500 code points on, and one that was deleted says so', () => {
  expect(isCut(request('a', { text: '😀'.repeat(499) }))).toBe(false);
  expect(requestWords(request('a', { text: `${'😀'.repeat(499)} ` }))).toBe(`${'😀'.repeat(499)}…`);
  expect(requestWords(request('a', { text: 'Hello ' }))).toBe('Hello ');
  expect(requestWords(request('a', { text: null }))).toBe('Message deleted');
  expect(requestWords(request('a', { text: null, durationMs: 0 }))).toBe('A voice message, 0:00');
});

test.each(['2026-05-01T00:00:00Z', '2026-05-31T23:59:59Z'])(
  'the month since which somebody is here, of %s, is that of UTC',
  (moment) => {
    expect(hereSince(new Date(moment))).toBe('Here since May 2026');
  },
);
