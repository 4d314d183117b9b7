import type { Calls } from '@parlance/client/http';
import type { Appointment } from '@parlance/contract/schedule';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endedSessionsQuery, ownSessionQuery } from './trust-queries';

const now = new Date('2026-05-20T12:00:00Z');
const session = (id: string, startsAt: string, outcome: Appointment['outcome']) =>
  ({ scheduleSlotId: id, startsAt: new Date(startsAt), outcome }) as Appointment;
const listAppointments = vi.fn();
const calls = { listAppointments } as unknown as Calls;
const cache = new QueryClient();

beforeEach(() => vi.useFakeTimers({ now, toFake: ['Date'] }));
afterEach(() => {
  vi.useRealTimers();
  cache.clear();
});

test('sessions of the last two weeks that can be answered are read, page by page until the present', async () => {
  const open = { answer: null, isOpen: true };
  const pages = [
    [
      session('open', '2026-05-08T12:00:00Z', open),
      session('closed', '2026-05-09T12:00:00Z', { ...open, isOpen: false }),
    ],
    [session('running', '2026-05-20T11:50:00Z', null), session('ahead', '2026-05-21T12:00:00Z', null)],
    [session('far', '2026-06-21T12:00:00Z', open)],
  ];
  listAppointments.mockImplementation(({ offset }) =>
    Promise.resolve({ count: 300, slots: pages[offset / 100] }),
  );
  const found = await cache.fetchQuery(endedSessionsQuery(calls, 'ana'));
  expect(found.map(({ scheduleSlotId }) => scheduleSlotId)).toEqual(['open']);
  expect(listAppointments.mock.calls.map(([part]) => [part.start, part.offset])).toEqual([
    [new Date('2026-05-06T12:00:00Z'), 0],
    [new Date('2026-05-06T12:00:00Z'), 100],
  ]);
});

test('one session is the first from its start on, and no other', async () => {
  const startsAt = new Date('2026-05-08T12:00:00Z');
  listAppointments.mockResolvedValue({ count: 1, slots: [session('asked', startsAt.toISOString(), null)] });
  const read = (scheduleSlotId: string) =>
    cache.fetchQuery(ownSessionQuery(calls, 'ana', { scheduleSlotId, startsAt }));
  expect((await read('asked'))?.scheduleSlotId).toBe('asked');
  expect(listAppointments.mock.lastCall?.[0]).toEqual({ start: startsAt, limit: 1 });
  expect(await read('another')).toBeNull();
});
