import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createOutbound } from '#platform/outbound';
import { afterTest } from '#test/after-test';
import { ban, type Meeting, refusalOf, startMeeting } from '#test/appointments';
import { type CalendarServer, startCalendarServer } from '#test/calendar-server';
import { calendarText } from '#test/calendar-text';
import type { Persona } from '#test/personas';
import { loadMember, nextPollAt, refreshCalendar } from './busy-polling.ts';

// Rules: docs/specification/schedule.md#other-calendars
const at = (start: string) => calendarText([[`DTSTART:${start}`, 'DURATION:PT1H']]);
const span = { start: new Date('2030-03-05T00:00:00Z'), end: new Date('2030-04-20T00:00:00Z') };
const startsOf = async ({ calls }: Persona) =>
  (await calls.listBusyTimes(span)).ranges.map(({ startsAt }) => startsAt.toISOString().slice(5, 16));

interface Polled extends Meeting {
  server: CalendarServer;
  busyCalendarId: string;
  /** The calendar and busy times of Ana, signed in again. */
  look(): Promise<{ starts: string[]; calendar: Awaited<ReturnType<typeof calendarOf>> }>;
}

const calendarOf = async ({ calls }: Persona) => (await calls.listBusyCalendars()).calendars[0];

async function startPolled(): Promise<Polled> {
  const server = await startCalendarServer();
  server.serve(() => ({ headers: { etag: '"1"' }, body: at('20300306T100000Z') }));
  const meeting = await startMeeting({ outbound: server.outbound });
  const { busyCalendarId } = await meeting.ana.calls.addBusyCalendar({ address: server.address });
  return {
    ...meeting,
    server,
    busyCalendarId,
    async look() {
      const ana = await meeting.again(meeting.ana);
      return { starts: await startsOf(ana), calendar: await calendarOf(ana) };
    },
  };
}

describe('polling', () => {
  const now = new Date('2030-03-05T09:00:00Z');
  const minutesUntil = (failures: number, failingDays: number | null, awayDays: number, chance: number) => {
    const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
    const failing_since = failingDays === null ? null : ago(failingDays);
    const next = nextPollAt(now, { failures, failing_since }, ago(awayDays), chance);
    return next && Math.round((next.getTime() - now.getTime()) / 60_000);
  };

  test.each([
    ['soon for an active member', 0, null, 0, 0.5, 30],
    ['a third earlier at the earliest', 0, null, 0, 0, 20],
    ['a third later at the latest', 0, null, 0, 1, 40],
    ['just as soon within a week', 0, null, 6.9, 0.5, 30],
    ['rarely after a week', 0, null, 7, 0.5, 360],
    ['later after a failure', 1, 0, 0, 0.5, 60],
    ['at most a day later', 20, 13, 0, 0.5, 1440],
    ['never after two weeks of failures', 20, 14, 0, 0.5, null],
  ])('is due %s', (_, failures, failingDays, awayDays, chance, expected) => {
    expect(minutesUntil(failures, failingDays, awayDays, chance)).toBe(expected);
  });

  test('reads what changed, not before it is due', async () => {
    const { server, clock, runJobs, look } = await startPolled();
    server.serve(() => ({ headers: { etag: '"2"' }, body: at('20300307T100000Z') }));
    clock.advance({ minutes: 19 });
    await runJobs();
    expect(server.requests).toHaveLength(1);
    clock.advance({ minutes: 22 });
    await runJobs();
    expect(server.requests[1]?.headers).toMatchObject({ 'if-none-match': '"1"', accept: 'text/calendar' });
    expect(await look()).toMatchObject({ starts: ['03-07T10:00'], calendar: { readAt: clock.now() } });
    await runJobs();
    expect(server.requests).toHaveLength(2);
  });

  test('reads all that are due in one run, however many, and sends no tag that is too long', async () => {
    const { server, clock, runJobs, ana, ben, chen } = await startPolled();
    server.serve(({ url }) => ({
      headers: { etag: `"${'x'.repeat(url?.endsWith('long') ? 199 : 198)}"` },
      body: at('20300306T100000Z'),
    }));
    for (const [nth, { calls }] of [ana, ana, ben, ben, ben, chen, chen, chen].entries())
      await calls.addBusyCalendar({ address: `${server.address}?${nth}` });
    await ana.calls.removeBusyCalendar((await ana.calls.listBusyCalendars()).calendars[0]!);
    await ana.calls.addBusyCalendar({ address: `${server.address}?long` });
    const before = server.requests.length;
    clock.advance({ minutes: 41 });
    await runJobs();
    const polled = server.requests.slice(before);
    expect(polled).toHaveLength(9);
    const isTagged = ({ headers }: IncomingMessage) => headers['if-none-match'] !== undefined;
    expect(polled.filter((request) => !isTagged(request)).map(({ url }) => url?.split('?')[1])).toEqual([
      'long',
    ]);
  });

  test('keeps the times of an unchanged calendar, and expands it again after a week', async () => {
    const { server, clock, runJobs, look, platform } = await startPolled();
    const daily = calendarText([['DTSTART:20300306T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY']]);
    server.serve(() => ({ headers: { etag: '"2"' }, body: daily }));
    clock.advance({ minutes: 41 });
    await runJobs();
    const lastOf = async () =>
      (await platform.pool.query<{ last: Date }>('SELECT max(upper(during)) AS last FROM busy_ranges'))
        .rows[0]?.last;
    const first = await lastOf();
    server.serve(({ headers }) => (headers['if-none-match'] === '"2"' ? { status: 304 } : { body: daily }));
    clock.advance({ days: 6 });
    await runJobs();
    expect(await lastOf()).toEqual(first);
    expect((await look()).calendar).toMatchObject({ state: 'read', readAt: clock.now() });
    clock.advance({ days: 2 });
    await runJobs();
    expect((await lastOf())?.getTime()).toBeGreaterThan(first?.getTime() ?? Number.POSITIVE_INFINITY);
  });

  test('keeps the times through failures, says since when, and recovers', async () => {
    const { server, clock, runJobs, look } = await startPolled();
    server.serve(() => ({ status: 500 }));
    clock.advance({ minutes: 41 });
    await runJobs();
    const since = clock.now();
    clock.advance({ minutes: 81 });
    await runJobs();
    expect(await look()).toMatchObject({
      starts: ['03-06T10:00'],
      calendar: { state: 'failing', failingSince: since },
    });
    server.serve(at('20300308T100000Z'));
    clock.advance({ hours: 3 });
    await runJobs();
    expect(await look()).toMatchObject({
      starts: ['03-08T10:00'],
      calendar: { state: 'read', failingSince: null },
    });
  });

  test('stops after two weeks of failures, with one mail, until a check succeeds', async () => {
    const { server, clock, runJobs, again, ana, sent, busyCalendarId } = await startPolled();
    server.serve(() => ({ status: 410 }));
    const lost = () =>
      sent().filter(({ subject }) => subject === 'Your other calendar can no longer be read');
    const failFor = async (days: number) => {
      for (let day = 0; day < days; day += 1) {
        clock.advance({ days: 1, hours: 9 });
        await again(ana);
        await runJobs();
      }
    };
    await failFor(10);
    expect(lost()).toEqual([]);
    await failFor(3);
    const asked = server.requests.length;
    await failFor(3);
    await runJobs();
    expect(server.requests).toHaveLength(asked);
    expect(lost()).toMatchObject([{ to: 'ana@example.org', text: expect.stringContaining('calendar.test') }]);
    const { calls } = await again(ana);
    await calls.checkBusyCalendar({ busyCalendarId });
    await runJobs();
    expect(lost()).toHaveLength(1);
    server.serve(at('20300401T100000Z'));
    clock.advance({ minutes: 5 });
    expect(await calls.checkBusyCalendar({ busyCalendarId })).toMatchObject({ state: 'read' });
    clock.advance({ minutes: 41 });
    await runJobs();
    expect(server.requests).toHaveLength(asked + 3);
  });

  test('sends no mail about a calendar that is read again before', async () => {
    const { ana, server, platform, runJobs, sent } = await startPolled();
    await platform.pool.query(`UPDATE busy_calendars SET failing_since = read_at - interval '15 days'`);
    const row = await platform.db.selectFrom('busy_calendars').selectAll().executeTakeFirstOrThrow();
    const member = await loadMember(platform, ana.userId);
    server.serve(() => ({ status: 410 }));
    await refreshCalendar(platform, row, member);
    const waiting = platform.db.selectFrom('waiting_mails').select('kind').where('user_id', '=', ana.userId);
    expect(await waiting.execute()).toContainEqual({ kind: 'busy-calendar-lost' });
    server.serve(at('20300306T100000Z'));
    await refreshCalendar(platform, row, member);
    await runJobs();
    expect(sent().filter(({ subject }) => subject === 'Your other calendar can no longer be read')).toEqual(
      [],
    );
  });

  test('stops while the member is banned', async () => {
    const polled = await startPolled();
    const { server, clock, runJobs, ana } = polled;
    await ban(polled, ana);
    clock.advance({ minutes: 41 });
    await runJobs();
    expect(server.requests).toHaveLength(1);
  });

  test('pauses while the member has been away for a month', async () => {
    const { server, clock, runJobs, look } = await startPolled();
    clock.advance({ days: 31 });
    await runJobs();
    expect(server.requests).toHaveLength(1);
    await look();
    clock.advance({ hours: 7 });
    await runJobs();
    expect(server.requests).toHaveLength(2);
  });
});

describe('a provider', () => {
  test('gets two requests at a time, and another one does not wait for it', async () => {
    const { server, ana, ben, chen, signUp } = await startPolled();
    const open = Promise.withResolvers<void>();
    afterTest(async () => void open.resolve());
    const held = new Set<string>();
    let mostHeld = 0;
    const isHeld = ({ headers: { host = '' } }: IncomingMessage) => host.startsWith('calendar.test:');
    server.serve(async (request) => {
      if (isHeld(request)) {
        held.add(request.url ?? '');
        mostHeld = Math.max(mostHeld, held.size);
        await open.promise;
        held.delete(request.url ?? '');
      }
      return { body: at('20300306T100000Z') };
    });
    const dia = await signUp('dia@example.org', { name: 'Dia' });
    const adding = [ana, ben, chen, dia].map(({ calls }, index) =>
      calls.addBusyCalendar({ address: `${server.address}?${index}` }),
    );
    await expect.poll(() => held.size, { timeout: 10_000 }).toBe(2);
    // Requested, parsed and stored while the others wait: a third request would have arrived by then.
    const elsewhere = server.address.replace('calendar.test', 'other-calendar.test');
    expect(await ana.calls.addBusyCalendar({ address: elsewhere })).toMatchObject({ state: 'read' });
    expect(held.size).toBe(2);
    open.resolve();
    expect(await Promise.all(adding)).toMatchObject(Array(4).fill({ state: 'read' }));
    expect(mostHeld).toBe(2);
  });
});

describe('nodes', () => {
  test('that poll concurrently read a calendar once', async () => {
    const { server, clock, startNode, platform } = await startPolled();
    const node = await startNode();
    clock.advance({ minutes: 41 });
    await Promise.all([platform, node.platform, platform].map(({ jobs }) => jobs.runDue()));
    expect(server.requests).toHaveLength(2);
  });

  test('that are stopping leave the calendar to another, and count no failure', async () => {
    const { server, clock, startNode, runJobs, look } = await startPolled();
    const node = await startNode();
    node.platform.outbound = createOutbound();
    node.platform.outbound.close();
    clock.advance({ minutes: 41 });
    await node.platform.jobs.runDue();
    clock.advance({ minutes: 4 });
    await runJobs();
    expect(server.requests).toHaveLength(1);
    expect((await look()).calendar).toMatchObject({ state: 'read', failingSince: null });
    clock.advance({ minutes: 1 });
    await runJobs();
    expect(server.requests).toHaveLength(2);
  });
});

describe('a check', () => {
  test('reads at once, every five minutes, and reports a failure as a state', async () => {
    const { ana, server, clock, busyCalendarId } = await startPolled();
    const check = () => ana.calls.checkBusyCalendar({ busyCalendarId });
    server.serve(at('20300309T100000Z'));
    expect(await check()).toMatchObject({ state: 'read' });
    expect(await startsOf(ana)).toEqual(['03-09T10:00']);
    expect(await refusalOf(check())).toMatchObject({ statusCode: 429 });
    server.serve('no calendar');
    clock.advance({ minutes: 5 });
    expect(await check()).toMatchObject({ state: 'failing', failingSince: clock.now() });
    expect(await startsOf(ana)).toEqual(['03-09T10:00']);
  });

  test('fails as often as the member likes', async () => {
    const { ana, server, platform, busyCalendarId } = await startPolled();
    await platform.pool.query('UPDATE busy_calendars SET failures = 32767, failing_since = created_at');
    server.serve('no calendar');
    expect(await ana.calls.checkBusyCalendar({ busyCalendarId })).toMatchObject({ state: 'failing' });
  });

  test('fails where the address was copied from another calendar', async () => {
    const { ana, ben, server, platform, busyCalendarId } = await startPolled();
    await ben.calls.addBusyCalendar({ address: `${server.address}?ben` });
    await platform.pool.query(
      `UPDATE busy_calendars SET sealed_address = other.sealed_address FROM busy_calendars AS other
       WHERE busy_calendars.user_id = $1 AND other.user_id = $2`,
      [ana.userId, ben.userId],
    );
    expect(await ana.calls.checkBusyCalendar({ busyCalendarId })).toMatchObject({ state: 'failing' });
    expect(server.requests).toHaveLength(2);
  });

  test('fails where the secret of the server changed', async () => {
    const { ana, platform, busyCalendarId } = await startPolled();
    platform.secret = 'another secret, as after a change of TOKEN_SECRET';
    const row = await platform.db.selectFrom('busy_calendars').selectAll().executeTakeFirstOrThrow();
    await refreshCalendar(platform, row, await loadMember(platform, ana.userId));
    expect(
      await platform.db
        .selectFrom('busy_calendars')
        .select('failures')
        .where('busy_calendar_id', '=', busyCalendarId)
        .executeTakeFirst(),
    ).toEqual({ failures: 1 });
  });
});
