import { describe, expect, it } from 'vitest';
import { pairLanguages, voicesOf } from './pair-languages';
import { type CallSession, sessionBefore, sessionToJoin } from './sessions';

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
