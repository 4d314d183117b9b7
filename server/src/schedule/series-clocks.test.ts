import { describe, expect, test } from 'vitest';
import { type AfterSession, startAfterSession } from '#test/appointments';
import type { Persona } from '#test/personas';

const shownIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return (moment: Date) => format.format(moment);
};

const ahead = async ({ calls }: Persona, { clock }: AfterSession) =>
  (await calls.listAppointments({ start: clock.now() })).slots.map(({ startsAt }) => startsAt);

/** The sessions in both local times: four weeks at once, and one more a week later. */
async function readClocks(startsAt: string, owner: string, booker: string) {
  const meeting = await startAfterSession(startsAt, { owner, booker });
  const { ana, ben, scheduleSlotId, clock, runJobs, signInAll } = meeting;
  await ben.calls.meetWeekly({ scheduleSlotId });
  await ana.calls.meetWeekly({ scheduleSlotId });
  const first = await ahead(ana, meeting);
  clock.advance({ days: 7 });
  await runJobs();
  const later = await signInAll();
  const [anas, bens] = [await ahead(later.ana, meeting), await ahead(later.ben, meeting)];
  expect(first).toHaveLength(4);
  expect(anas.slice(0, 3)).toEqual(first.slice(1));
  expect(bens).toEqual(anas);
  const all = [...first.slice(0, 1), ...anas];
  return { owner: all.map(shownIn(owner)), booker: all.map(shownIn(booker)) };
}

describe('a series across a daylight saving change', () => {
  // DST changes in 2030: New York 10 March, Berlin 31 March, Sydney 7 April, Lord Howe 7 April (half an hour).
  test('keeps its time in Berlin and shifts in New York', async () => {
    const shown = await readClocks('2030-03-13T18:30:00Z', 'Europe/Berlin', 'America/New_York');
    expect(shown).toEqual({
      owner: [
        '2030-03-20 19:30',
        '2030-03-27 19:30',
        '2030-04-03 19:30',
        '2030-04-10 19:30',
        '2030-04-17 19:30',
      ],
      booker: [
        '2030-03-20 14:30',
        '2030-03-27 14:30',
        '2030-04-03 13:30',
        '2030-04-10 13:30',
        '2030-04-17 13:30',
      ],
    });
  });

  test('keeps its time in New York and shifts in Sydney, where it is another day', async () => {
    const shown = await readClocks('2030-02-28T23:00:00Z', 'America/New_York', 'Australia/Sydney');
    expect(shown).toEqual({
      owner: [
        '2030-03-07 18:00',
        '2030-03-14 18:00',
        '2030-03-21 18:00',
        '2030-03-28 18:00',
        '2030-04-04 18:00',
      ],
      booker: [
        '2030-03-08 10:00',
        '2030-03-15 09:00',
        '2030-03-22 09:00',
        '2030-03-29 09:00',
        '2030-04-05 09:00',
      ],
    });
  });

  test('keeps its time on Lord Howe, whose clocks change by half an hour, and shifts twice in Berlin', async () => {
    const shown = await readClocks('2030-03-22T09:00:00Z', 'Australia/Lord_Howe', 'Europe/Berlin');
    expect(shown).toEqual({
      owner: [
        '2030-03-29 20:00',
        '2030-04-05 20:00',
        '2030-04-12 20:00',
        '2030-04-19 20:00',
        '2030-04-26 20:00',
      ],
      booker: [
        '2030-03-29 10:00',
        '2030-04-05 11:00',
        '2030-04-12 11:30',
        '2030-04-19 11:30',
        '2030-04-26 11:30',
      ],
    });
  });

  test('a skipped hour shifts only that week', async () => {
    // 02:30 does not exist in Berlin on 31 March.
    const { owner } = await readClocks('2030-03-24T01:30:00Z', 'Europe/Berlin', 'Asia/Tokyo');
    expect(owner).toEqual([
      '2030-03-31 03:30',
      '2030-04-07 02:30',
      '2030-04-14 02:30',
      '2030-04-21 02:30',
      '2030-04-28 02:30',
    ]);
  });

  test('keeps its time zone when the owner changes theirs', async () => {
    const meeting = await startAfterSession('2030-03-13T18:30:00Z', { owner: 'Europe/Berlin' });
    const { ana, ben, scheduleSlotId, clock, runJobs } = meeting;
    await ben.calls.meetWeekly({ scheduleSlotId });
    await ana.calls.meetWeekly({ scheduleSlotId });
    await ana.calls.updateUser({ timeZone: 'America/Los_Angeles' });
    clock.advance({ days: 28 });
    const later = await meeting.signInAll();
    await runJobs();
    const shown = (await ahead(later.ana, meeting)).map(shownIn('Europe/Berlin'));
    expect(shown.at(-1)).toBe('2030-05-08 19:30');
  });
});
