import { describe, expect, test } from 'vitest';
import { type Meeting, refusalOf, startMeeting } from '#test/appointments';
import { type CalendarServer, startCalendarServer } from '#test/calendar-server';
import { calendarText } from '#test/calendar-text';
import type { Persona } from '#test/personas';

// Rules: docs/specification/schedule.md#other-calendars. The clock of a test starts on Tuesday, 2030-03-05, 09:00 UTC.
const event = (start: string, duration = 'PT1H') => [`DTSTART:${start}`, `DURATION:${duration}`];
const wednesday = calendarText([event('20300306T100000Z')]);
const onWednesday = (time: string) => new Date(`2030-03-06T${time}:00Z`);
const busyRange = { startsAt: onWednesday('10:00'), endsAt: onWednesday('11:00') };
const span = { start: new Date('2030-03-05T00:00:00Z'), end: new Date('2030-03-20T00:00:00Z') };
const unreadable = {
  statusCode: 422,
  code: 5006,
  message: 'No calendar could be read at this address. Please check that you copied all of it.',
};
const taken = { statusCode: 403, code: 3000, message: 'This slot is no longer available.' };

async function startWithCalendar(
  text = wednesday,
  env: Record<string, string> = {},
): Promise<Meeting & { server: CalendarServer }> {
  const server = await startCalendarServer();
  server.serve(text);
  return { ...(await startMeeting({ outbound: server.outbound, env })), server };
}

const rangesOf = async ({ calls }: Persona) => (await calls.listBusyTimes(span)).ranges;
const firstOf = async ({ calls }: Persona) => (await calls.listBusyCalendars()).calendars[0];
const seenBy = async (viewer: Pick<Persona, 'calls'>, { userId }: Persona) =>
  (await viewer.calls.listSlots({ userId, limit: 100 })).slots.map(({ startsAt }) =>
    startsAt.toISOString().slice(11, 16),
  );

describe('adding a calendar', () => {
  test('reads it at once and keeps times, no titles and no readable address', async () => {
    const { ana, server, clock, platform } = await startWithCalendar();
    const added = await ana.calls.addBusyCalendar({ address: server.address });
    expect(added).toEqual({
      busyCalendarId: added.busyCalendarId,
      host: 'calendar.test',
      state: 'read',
      readAt: clock.now(),
      failingSince: null,
      hides: false,
      busyCount: 1,
    });
    expect(await ana.calls.listBusyCalendars()).toEqual({ isOffered: true, calendars: [added] });
    expect(await rangesOf(ana)).toEqual([busyRange]);
    const [calendar] = await platform.db.selectFrom('busy_calendars').selectAll().execute();
    const ranges = await platform.db.selectFrom('busy_ranges').selectAll().execute();
    expect(calendar?.sealed_address.toString('latin1')).not.toContain('zyxw');
    expect(JSON.stringify([{ ...calendar, sealed_address: '' }, ranges])).not.toContain('zyxw');
  });

  test('counts busy times of four weeks', async () => {
    const days = ['20300402T083000Z', '20300402T090000Z'].map((start) => event(start, 'PT15M'));
    const { ana, server } = await startWithCalendar(calendarText([event('20300305T080000Z'), ...days]));
    // One has passed, and one begins when the four weeks are over.
    expect((await ana.calls.addBusyCalendar({ address: server.address })).busyCount).toBe(1);
  });

  test('reads what begins within four months, and lists several in the order of their adding', async () => {
    const edge = (days: number) => ({ start: inDays(days), end: inDays(days + 1) });
    const inDays = (days: number) => new Date(Date.parse('2030-03-05T09:00:00Z') + days * 86_400_000);
    const { ana, server, clock } = await startWithCalendar(
      calendarText([event('20300305T090000Z', 'P200D')]),
    );
    const first = await ana.calls.addBusyCalendar({ address: `${server.address}?z` });
    expect((await ana.calls.listBusyTimes(edge(119))).ranges.at(-1)?.endsAt).toEqual(inDays(120));
    expect((await ana.calls.listBusyTimes(edge(120))).ranges).toEqual([]);
    clock.advance({ minutes: 1 });
    const second = await ana.calls.addBusyCalendar({ address: `${server.address}?a` });
    const { calendars } = await ana.calls.listBusyCalendars();
    expect(calendars.map(({ busyCalendarId }) => busyCalendarId)).toEqual([
      first.busyCalendarId,
      second.busyCalendarId,
    ]);
  });

  test('again returns the same calendar, also with webcal', async () => {
    const { ana, server } = await startWithCalendar();
    const first = await ana.calls.addBusyCalendar({ address: server.address });
    const address = server.address.replace('https:', 'webcal:');
    expect(await ana.calls.addBusyCalendar({ address: ` ${address}#top ` })).toEqual(first);
    expect(server.requests).toHaveLength(1);
  });

  test('twice at once makes one calendar', async () => {
    const { ana, server } = await startWithCalendar();
    const add = () => ana.calls.addBusyCalendar({ address: server.address });
    const [first, second] = await Promise.all([add(), add()]);
    expect(second).toEqual(first);
    expect((await ana.calls.listBusyCalendars()).calendars).toEqual([first]);
  });

  test('follows three redirects, and no fourth', async () => {
    const { ana, server } = await startWithCalendar();
    server.serve(({ url = '' }) => {
      const left = Number(/left=(\d)/.exec(url)?.[1] ?? 0);
      return left === 0 ? { body: wednesday } : { status: 302, headers: { location: `?left=${left - 1}` } };
    });
    const at = (left: number) => ({ address: `${server.address}?left=${left}` });
    expect(await ana.calls.addBusyCalendar(at(3))).toMatchObject({ busyCount: 1 });
    expect(await refusalOf(ana.calls.addBusyCalendar(at(4)))).toEqual(unreadable);
  });

  test.each([
    ['a page', { body: '<!doctype html><title>Sign in</title>' }],
    ['an error', { status: 403, body: wednesday }],
    ['nothing new', { status: 304 }],
    [
      'too much',
      { body: wednesday.replace('END:VCALENDAR', `X-A:${'x'.repeat(5_000_000)}\r\nEND:VCALENDAR`) },
    ],
    ['a calendar and ten megabytes after it', { body: wednesday + '\r\n'.repeat(5_000_000) }],
    ['a compressed file', { headers: { 'content-encoding': 'gzip' }, body: wednesday }],
    ['a redirect to another scheme', { status: 301, headers: { location: 'http://calendar.test/' } }],
  ])('is refused where the server answers with %s', async (_, answer) => {
    const { ana, server } = await startWithCalendar();
    server.serve(() => answer);
    expect(await refusalOf(ana.calls.addBusyCalendar({ address: server.address }))).toEqual(unreadable);
    expect(await firstOf(ana)).toBeUndefined();
  });

  test.each(['https://127.0.0.1/basic.ics', 'https://[::1]/', 'https://10.0.0.1/', 'https://localhost/'])(
    'is refused for %s by the guard of the product, with the same message',
    async (address) => {
      const { ana } = await startMeeting();
      expect(await refusalOf(ana.calls.addBusyCalendar({ address }))).toEqual(unreadable);
    },
  );

  test.each(['http://calendar.test/', 'ftp://calendar.test/', 'file:///etc/passwd', 'calendar'])(
    'is refused for %s',
    async (address) => {
      const { ana } = await startMeeting();
      expect(await refusalOf(ana.calls.addBusyCalendar({ address }))).toMatchObject({
        code: 1000,
        fields: { address: 'Must be an address that begins with https://' },
      });
    },
  );

  test('is possible three times', async () => {
    const { ana, server } = await startWithCalendar();
    const add = (name: string) => ana.calls.addBusyCalendar({ address: `${server.address}?${name}` });
    await Promise.all([add('a'), add('b')]);
    const third = await add('c');
    expect(await refusalOf(add('d'))).toEqual({
      statusCode: 403,
      code: 3000,
      message: 'You can have at most 3 other calendars.',
    });
    expect(server.requests).toHaveLength(3);
    await ana.calls.removeBusyCalendar(third);
    // The last place is given once.
    const answers = await Promise.all([refusalOf(add('d')), refusalOf(add('e'))]);
    expect(answers.filter((answer) => (answer as { code?: number }).code === 3000)).toHaveLength(1);
    expect((await ana.calls.listBusyCalendars()).calendars).toHaveLength(3);
  });

  test('is possible ten times a day, failures included', async () => {
    const { ana, ben, server } = await startWithCalendar();
    server.serve('no calendar');
    const add = ({ calls }: Persona) => refusalOf(calls.addBusyCalendar({ address: server.address }));
    for (let tries = 0; tries < 10; tries += 1) expect(await add(ana)).toEqual(unreadable);
    expect(await add(ana)).toMatchObject({ statusCode: 429, code: 6001 });
    expect(await add(ben)).toEqual(unreadable);
  });

  test('is not possible where the operator turned it off; removing is', async () => {
    const { ana, server, platform } = await startWithCalendar();
    const calendar = await ana.calls.addBusyCalendar({ address: server.address });
    platform.config.busyCalendars = false;
    const off = { statusCode: 403, code: 3000, message: 'Other calendars are turned off here.' };
    expect(await refusalOf(ana.calls.addBusyCalendar({ address: `${server.address}?b` }))).toEqual(off);
    expect(await refusalOf(ana.calls.checkBusyCalendar(calendar))).toEqual(off);
    expect(await ana.calls.listBusyCalendars()).toMatchObject({ isOffered: false, calendars: [calendar] });
    await ana.calls.removeBusyCalendar(calendar);
    expect(await rangesOf(ana)).toEqual([]);
  });
});

describe('busy times', () => {
  test('are of the member only', async () => {
    const { ana, ben, server } = await startWithCalendar();
    const calendar = await ana.calls.addBusyCalendar({ address: server.address });
    expect(await ben.calls.listBusyCalendars()).toMatchObject({ calendars: [] });
    expect(await rangesOf(ben)).toEqual([]);
    const missing = { statusCode: 404, code: 4001 };
    expect(await refusalOf(ben.calls.setBusyCalendar({ ...calendar, hides: true }))).toMatchObject(missing);
    expect(await refusalOf(ben.calls.checkBusyCalendar(calendar))).toMatchObject(missing);
    expect(await refusalOf(ben.calls.removeBusyCalendar(calendar))).toMatchObject(missing);
    expect(await firstOf(ana)).toEqual(calendar);
  });

  test('of several calendars are merged, and those that overlap the span are listed', async () => {
    const { ana, server } = await startWithCalendar();
    server.serve(({ url }) => ({
      body: calendarText([event(url?.endsWith('b') ? '20300306T103000Z' : '20300306T100000Z')]),
    }));
    await ana.calls.addBusyCalendar({ address: `${server.address}?a` });
    await ana.calls.addBusyCalendar({ address: `${server.address}?b` });
    const merged = { startsAt: onWednesday('10:00'), endsAt: onWednesday('11:30') };
    const listed = async (start: string, end: string) =>
      (await ana.calls.listBusyTimes({ start: onWednesday(start), end: onWednesday(end) })).ranges;
    expect(await rangesOf(ana)).toEqual([merged]);
    expect(await listed('11:15', '12:00')).toEqual([{ ...merged, startsAt: onWednesday('10:30') }]);
    expect(await listed('11:30', '12:00')).toEqual([]);
    expect(await listed('09:00', '10:00')).toEqual([]);
  });

  test.each([
    [0, 'Must be after the start'],
    [62 * 24 + 1, 'Must be within 62 days'],
  ])('of a span of %i hours are refused', async (hours, message) => {
    const { ana, inHours } = await startMeeting();
    const call = ana.calls.listBusyTimes({ start: inHours(0), end: inHours(hours) });
    expect(await refusalOf(call)).toMatchObject({ code: 1000, fields: { end: message } });
  });

  test('of a span of 62 days are listed', async () => {
    const { ana, inHours } = await startMeeting();
    expect(await ana.calls.listBusyTimes({ start: inHours(0), end: inHours(62 * 24) })).toEqual({
      ranges: [],
    });
  });

  test('of all-day events follow the zone of the member', async () => {
    const allDay = calendarText([['DTSTART;VALUE=DATE:20300306']]);
    const { ana, server, runJobs, clock, again } = await startWithCalendar(allDay);
    await ana.calls.updateUser({ timeZone: 'Asia/Tokyo' });
    await ana.calls.addBusyCalendar({ address: server.address });
    expect((await rangesOf(ana))[0]?.startsAt).toEqual(new Date('2030-03-05T15:00:00Z'));
    await ana.calls.updateUser({ timeZone: 'America/New_York' });
    clock.advance({ minutes: 41 });
    await runJobs();
    expect((await rangesOf(await again(ana)))[0]?.startsAt).toEqual(new Date('2030-03-06T05:00:00Z'));
  });
});

describe('a clash', () => {
  test('is marked for the owner and for the guest with a busy calendar, and for nobody else', async () => {
    const { ana, ben, chen, server, visitor } = await startWithCalendar();
    for (const time of ['10:30', '11:00']) {
      await ana.calls.createSlot({ startsAt: onWednesday(time), duration: 30 });
    }
    await ana.calls.addBusyCalendar({ address: server.address });
    const marksOf = async ({ calls }: Pick<Persona, 'calls'>) =>
      (await calls.listSlots({ userId: ana.userId })).slots.map(({ clashes = false }) => clashes);
    expect((await ana.calls.listOwnSlots({})).slots.map(({ clashes }) => clashes)).toEqual([true, undefined]);
    expect(await marksOf(ben)).toEqual([false, false]);
    expect(await marksOf(visitor())).toEqual([false, false]);
    await chen.calls.addBusyCalendar({ address: server.address });
    expect(await marksOf(chen)).toEqual([true, false]);
  });

  test('does not prevent a booking, and marks the session for the one who is busy', async () => {
    const { ana, ben, server } = await startWithCalendar();
    const slot = await ana.calls.createSlot({ startsAt: onWednesday('10:45'), duration: 30 });
    await ben.calls.addBusyCalendar({ address: server.address });
    await ben.calls.bookSlot(slot);
    expect((await ben.calls.listAppointments({})).slots[0]).toMatchObject({ clashes: true });
    expect((await ana.calls.listAppointments({})).slots[0]).not.toHaveProperty('clashes');
  });

  test('is not marked any more once the session is over', async () => {
    const { ana, ben, server, clock, again } = await startWithCalendar();
    const slot = await ana.calls.createSlot({ startsAt: onWednesday('10:00'), duration: 30 });
    await ben.calls.addBusyCalendar({ address: server.address });
    await ben.calls.bookSlot(slot);
    clock.set(onWednesday('10:30'));
    expect((await (await again(ben)).calls.listAppointments({})).slots[0]).not.toHaveProperty('clashes');
  });
});

describe('a calendar that hides', () => {
  const times = ['09:30', '09:45', '10:45', '11:00'];
  async function startHiding() {
    const meeting = await startWithCalendar();
    for (const time of times) {
      await meeting.ana.calls.createSlot({ startsAt: onWednesday(time), duration: 15 });
    }
    const calendar = await meeting.ana.calls.addBusyCalendar({ address: meeting.server.address });
    const hide = (hides: boolean) => meeting.ana.calls.setBusyCalendar({ ...calendar, hides });
    return { ...meeting, calendar, hide };
  }

  test('hides free slots from others, not from the owner, until it is changed back', async () => {
    const { ana, ben, visitor, hide } = await startHiding();
    expect(await seenBy(ben, ana)).toEqual(times);
    expect(await hide(true)).toMatchObject({ hides: true });
    const visible = times.toSpliced(2, 1);
    expect(await seenBy(ben, ana)).toEqual(visible);
    expect(await seenBy(visitor(), ana)).toEqual(visible);
    expect(await seenBy(ana, ana)).toEqual(times);
    await hide(false);
    expect(await seenBy(ben, ana)).toEqual(times);
  });

  test('is changed sixty times an hour', async () => {
    const { hide } = await startHiding();
    for (let changes = 0; changes < 60; changes += 1) await hide(changes % 2 === 0);
    expect(await refusalOf(hide(true))).toMatchObject({ statusCode: 429, code: 6001 });
  });

  test('makes a booking fail as if the slot were taken', async () => {
    const { ana, ben, hide } = await startHiding();
    const hidden = (await ben.calls.listSlots({ userId: ana.userId })).slots[2];
    await hide(true);
    expect(await refusalOf(ben.calls.bookSlot(hidden!))).toEqual(taken);
  });

  test('hides a slot that is published later, and frees it when it is removed', async () => {
    const { ana, ben, hide, calendar } = await startHiding();
    await hide(true);
    await ana.calls.createSlot({ startsAt: onWednesday('10:00'), duration: 30 });
    expect(await seenBy(ben, ana)).toEqual(['09:30', '09:45', '11:00']);
    await ana.calls.removeBusyCalendar(calendar);
    expect(await seenBy(ben, ana)).toEqual(['09:30', '09:45', '10:00', '10:45', '11:00']);
  });

  test.each(['before', 'after'] as const)('hides slots from the search, %s its refresh', async (when) => {
    const { ben, server, signUp, runJobs } = await startWithCalendar();
    const dia = await signUp('dia@example.org', { name: 'Dia', description: 'Hello', speaks: ['es'] });
    for (const time of ['10:00', '12:00']) {
      await dia.calls.createSlot({ startsAt: onWednesday(time), duration: 30 });
    }
    const nextFree = async () => {
      if (when === 'after') await runJobs();
      return (await ben.calls.searchUsers({ query: 'Dia' })).users[0]?.nextFreeAt;
    };
    const calendar = await dia.calls.addBusyCalendar({ address: server.address });
    expect(await nextFree()).toEqual(onWednesday('10:00'));
    await dia.calls.setBusyCalendar({ ...calendar, hides: true });
    expect(await nextFree()).toEqual(onWednesday('12:00'));
    await dia.calls.setBusyCalendar({ ...calendar, hides: false });
    expect(await nextFree()).toEqual(onWednesday('10:00'));
  });

  test('hides slots that weekly hours generate', async () => {
    const { ana, ben, server } = await startWithCalendar(calendarText([event('20300307T100000Z')]));
    const calendar = await ana.calls.addBusyCalendar({ address: server.address });
    await ana.calls.setBusyCalendar({ ...calendar, hides: true });
    const rules = [{ weekday: 4, from: '10:00', to: '12:00', duration: 60 }];
    const limits = { minNoticeHours: 0, bufferMinutes: 0, weeksAhead: 1 };
    await ana.calls.setWeeklyHours({ timeZone: 'UTC', rules, ...limits });
    expect(await seenBy(ben, ana)).toEqual(['11:00']);
    expect(await seenBy(ana, ana)).toEqual(['10:00', '11:00']);
  });

  test('changes what others see when the calendar changes', async () => {
    const { ana, ben, server, hide, calendar } = await startHiding();
    await hide(true);
    server.serve(calendarText([event('20300306T093000Z', 'PT15M')]));
    await ana.calls.checkBusyCalendar(calendar);
    expect(await seenBy(ben, ana)).toEqual(['09:45', '10:45', '11:00']);
  });

  test('leaves a booked session as it is', async () => {
    const { ana, ben, hide } = await startHiding();
    const slot = (await ben.calls.listSlots({ userId: ana.userId })).slots[2];
    await ben.calls.bookSlot(slot!);
    await hide(true);
    expect((await ben.calls.listAppointments({})).count).toBe(1);
    expect((await ana.calls.listAppointments({})).slots[0]).toMatchObject({ clashes: true });
  });
});
