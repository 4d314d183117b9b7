import type { Calls } from '@parlance/client/http';
import type { Appointment } from '@parlance/contract/schedule';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, test, vi } from 'vitest';
import { countdownText } from './call-words';
import { pairLanguages, voicesOf } from './pair-languages';
import {
  type CallSession,
  sessionBefore,
  sessionsAroundQuery,
  sessionsWith,
  sessionToJoin,
} from './sessions';

const at = (minutes: number) => new Date(1_800_000_000_000 + minutes * 60_000);
const session = (scheduleSlotId: string, start: number, end: number): CallSession => ({
  scheduleSlotId,
  ownerUserId: 'ana',
  partnerId: 'ben',
  partnerName: 'Ben',
  startsAt: at(start),
  endsAt: at(end),
});

describe('the session to join', () => {
  const one = [session('one', 0, 30)];
  it.each([
    [-5.01, undefined],
    [-5, 'one'],
    [39.99, 'one'],
    [40, undefined],
  ])('at minute %d is %s', (minute, id) => {
    expect(sessionToJoin(one, at(minute))?.scheduleSlotId).toBe(id);
  });

  it('is the running one before its neighbours, and the next before the previous', () => {
    const row = [session('one', 0, 30), session('two', 30, 45), session('three', 45, 60)];
    expect(sessionToJoin(row, at(29))?.scheduleSlotId).toBe('one');
    expect(sessionToJoin(row, at(30))?.scheduleSlotId).toBe('two');
    const gap = [session('one', 0, 30), session('two', 36, 45)];
    expect(sessionToJoin(gap, at(30.5))?.scheduleSlotId).toBe('one');
    expect(sessionToJoin(gap, at(31))?.scheduleSlotId).toBe('two');
  });
});

it('the previous session is the last that ended, for a day', () => {
  const row = [session('one', 0, 30), session('two', 60, 90), session('three', 2000, 2030)];
  expect(sessionBefore(row, at(89))?.scheduleSlotId).toBe('one');
  expect(sessionBefore(row, at(90))?.scheduleSlotId).toBe('two');
  expect(sessionBefore(row, at(90 + 24 * 60))).toBeNull();
});

describe('the languages of a pair', () => {
  const knows = (languageCode: 'de' | 'es' | 'ja' | 'fr') => ({
    languageCode,
    proficiency: 1,
    learning: false,
  });
  const learns = (languageCode: 'de' | 'es' | 'ja' | 'fr') => ({
    languageCode,
    proficiency: 0.2,
    learning: true,
  });

  it('are those that one knows and the other learns', () => {
    const own = [knows('de'), knows('fr'), learns('es')];
    const theirs = [knows('es'), learns('de'), learns('ja')];
    expect(pairLanguages(own, theirs)).toEqual(['de', 'es']);
  });

  it('are all of both where only one matches', () => {
    expect(pairLanguages([knows('de')], [learns('de'), knows('ja')])).toEqual(['de', 'ja']);
  });

  it('are marked as learned or helped with for the viewer', () => {
    expect(voicesOf({ first: 'es', second: 'de' }, [knows('de'), learns('es')])).toEqual({
      first: 'learning',
      second: 'speaks',
    });
  });
});

test.each([
  [-5, '0:00'],
  [0, '0:00'],
  [1, '0:01'],
  [59_001, '1:00'],
  [365_000, '6:05'],
  [3_599_000, '59:59'],
  [3_599_001, '1:00:00'],
  [3_605_000, '1:00:05'],
])('%i ms are counted down as %s', (ms, text) => {
  expect(countdownText(ms)).toBe(text);
});

describe('the sessions of a pair', () => {
  const slotOf = (scheduleSlotId: string, userId: string, bookedByUserId: string): Appointment =>
    ({ scheduleSlotId, userId, bookedByUserId, startsAt: at(0), duration: 30 }) as Appointment;

  it('are those that either has booked with the other; the owner of the slot is kept', () => {
    const slots = [slotOf('one', 'ana', 'ben'), slotOf('two', 'cleo', 'ana'), slotOf('three', 'ben', 'ana')];
    expect(sessionsWith(slots, 'ben', 'Ben')).toEqual([
      { ...session('one', 0, 30), ownerUserId: 'ana' },
      { ...session('three', 0, 30), ownerUserId: 'ben' },
    ]);
  });

  it('are read from a day and the longest session ago', async () => {
    vi.useFakeTimers({ now: at(0) });
    const listAppointments = vi.fn(async () => ({ slots: [slotOf('one', 'ana', 'ben')] }));
    const cache = new QueryClient();
    const query = sessionsAroundQuery({ listAppointments } as unknown as Calls, 'ana');
    expect(await cache.fetchQuery(query)).toHaveLength(1);
    expect(listAppointments).toHaveBeenCalledWith(
      { start: at(-25 * 60), limit: 50 },
      { signal: expect.any(AbortSignal) },
    );
    vi.useRealTimers();
    cache.clear();
  });
});

test('a language that the member does not learn is one to help with', () => {
  const own = [{ languageCode: 'de' as const, proficiency: 1, learning: false }];
  expect(voicesOf({ first: 'de', second: 'fr' }, own)).toEqual({ first: 'speaks', second: 'speaks' });
  expect(voicesOf(null, own)).toEqual({ first: 'speaks', second: 'learning' });
});
