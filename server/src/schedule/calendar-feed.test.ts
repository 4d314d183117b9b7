import { describe, expect, test } from 'vitest';
import { ban, type Meeting, refusalOf, startMeeting } from '#test/appointments';
import { parseCalendar } from '#test/calendar-parts';

async function withBooking() {
  const meeting = await startMeeting();
  const { ana, ben, inHours } = meeting;
  const { scheduleSlotId } = await ana.calls.createSlot({ startsAt: inHours(30), duration: 45 });
  await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId });
  return { ...meeting, slot: { userId: ana.userId, scheduleSlotId } };
}

const fetchFeed = async ({ visitor }: Meeting, url: string) => visitor().send('GET', new URL(url).pathname);
const notFound = { statusCode: 404, code: 4001 };

// Rules: docs/specification/schedule.md#calendar-files
describe('one appointment as a calendar file', () => {
  test('is for both parties and nobody else', async () => {
    const { ana, ben, chen, slot, inHours, platform } = await withBooking();
    const files = await Promise.all(
      [ana, ben].map(async ({ calls }) => parseCalendar(await calls.getAppointmentIcs(slot))),
    );
    expect(files.map(({ method }) => method)).toEqual(['PUBLISH', 'PUBLISH']);
    expect(files.map(({ events }) => events[0]?.summary)).toEqual([
      'Language exchange with Ben',
      'Language exchange with Ana',
    ]);
    expect(files.map(({ events }) => events[0]?.url)).toEqual(
      [ben, ana].map(({ userId }) => `${platform.config.publicUrl}/chat/${userId}`),
    );
    expect(files[0]?.events[0]).toMatchObject({ startsAt: inHours(30), endsAt: inHours(30.75), sequence: 1 });
    expect(files[0]?.events[0]?.uid).toBe(files[1]?.events[0]?.uid);
    expect(await refusalOf(chen.calls.getAppointmentIcs(slot))).toMatchObject(notFound);
  });

  test('a free slot has none; a cancelled session takes itself out of the calendar', async () => {
    const { ana, ben, slot, inHours } = await withBooking();
    const before = parseCalendar(await ben.calls.getAppointmentIcs(slot));
    await ana.calls.cancelBooking(slot);
    const after = parseCalendar(await ben.calls.getAppointmentIcs(slot));
    expect(after.method).toBe('CANCEL');
    expect(after.events[0]).toMatchObject({ uid: before.events[0]?.uid, sequence: 2, status: 'CANCELLED' });
    const free = await ana.calls.createSlot({ startsAt: inHours(40), duration: 15 });
    expect(await refusalOf(ana.calls.getAppointmentIcs(free))).toMatchObject(notFound);
  });

  test('after a cancellation it names the other party, whoever books the slot next, and nobody else reads it', async () => {
    const meeting = await withBooking();
    const { ana, ben, chen, slot } = meeting;
    const summaryOf = async (person: typeof ana) =>
      parseCalendar(await person.calls.getAppointmentIcs(slot)).events.map(({ summary }) => summary);
    const { url } = await ben.calls.createCalendarFeed();
    await ben.calls.cancelBooking(slot);
    expect([await summaryOf(ana), await summaryOf(ben)]).toEqual([
      ['Cancelled: Language exchange with Ben'],
      ['Cancelled: Language exchange with Ana'],
    ]);
    expect(await refusalOf(chen.calls.getAppointmentIcs(slot))).toMatchObject(notFound);
    expect((await ana.calls.exportUser()).cancelledSessions).toMatchObject([{ otherUserId: ben.userId }]);
    await chen.calls.bookSlot(slot);
    // For Ben the entry stays cancelled, while it is a session of the other two.
    expect(await summaryOf(ben)).toEqual(['Cancelled: Language exchange with Ana']);
    expect(await summaryOf(ana)).toEqual(['Language exchange with Chen']);
    const { events } = parseCalendar(await (await fetchFeed(meeting, url)).text());
    expect(events.map(({ status }) => status)).toEqual(['CANCELLED']);
    await chen.calls.cancelBooking(slot);
    expect(await summaryOf(ana)).toEqual(['Cancelled: Language exchange with Chen']);
  });

  test('every line ends with CRLF, the last one too, in the download, the feed and the mail (RFC 5545, section 3.1)', async () => {
    const meeting = await withBooking();
    const { ana, ben, slot } = meeting;
    const { url } = await ben.calls.createCalendarFeed();
    await meeting.runJobs();
    const [invitation] = meeting.sent().flatMap(({ attachments }) => attachments);
    const files = [
      await ana.calls.getAppointmentIcs(slot),
      await (await fetchFeed(meeting, url)).text(),
      invitation?.content ?? '',
    ];
    for (const file of files) {
      expect(file).toMatch(/\r\nEND:VCALENDAR\r\n$/);
      expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    }
  });

  test('a name can hold anything and the file stays well-formed', async () => {
    const { ana, ben, slot } = await withBooking();
    const name = 'Zoë "X"; DROP, \\n TABLE: 日本語の名前はとても長い🎌🎌🎌🎌🎌🎌';
    await ben.calls.updateUser({ name });
    const text = await ana.calls.getAppointmentIcs(slot);
    expect(parseCalendar(text).events[0]?.summary).toBe(`Language exchange with ${name}`);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });

  test('a right-to-left title contains no isolation marks', async () => {
    const { ana, slot } = await withBooking();
    await ana.calls.updateUser({ locale: 'ar' });
    const [event] = parseCalendar(await ana.calls.getAppointmentIcs(slot)).events;
    expect(event?.summary).toBe('تبادل لغوي مع Ben');
  });
});

describe('the private calendar address', () => {
  test('shows the sessions of its owner to any client with the address, without a token', async () => {
    const meeting = await withBooking();
    const { url } = await meeting.ben.calls.createCalendarFeed();
    expect(url).toMatch(/\/calendar\/[\w-]{43}\.ics$/);
    const answer = await fetchFeed(meeting, url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const { events } = parseCalendar(await answer.text());
    expect(events.map(({ summary, status }) => [summary, status])).toEqual([
      ['Language exchange with Ana', 'CONFIRMED'],
    ]);
  });

  test('cancelled sessions stay in it as cancelled for a month, booked again they are booked', async () => {
    const meeting = await withBooking();
    const { ana, ben, slot, clock, platform, runJobs } = meeting;
    const { url } = await ben.calls.createCalendarFeed();
    const read = async () => {
      const { events } = parseCalendar(await (await fetchFeed(meeting, url)).text());
      return events.map(({ status, sequence }) => [status, sequence]);
    };
    await ana.calls.cancelBooking(slot);
    expect(await read()).toEqual([['CANCELLED', 2]]);
    await ben.calls.bookSlot(slot);
    expect(await read()).toEqual([['CONFIRMED', 3]]);
    await ben.calls.cancelBooking(slot);
    await ana.calls.deleteSlot(slot);
    clock.advance({ days: 29 });
    await runJobs();
    expect(await read()).toEqual([['CANCELLED', 4]]);
    clock.advance({ days: 1, minutes: 1 });
    expect(await read()).toEqual([]);
    await runJobs();
    expect(await platform.db.selectFrom('schedule_cancellations').selectAll().execute()).toEqual([]);
  });

  test('past sessions stay in it for ninety days, and programs are told to read it every hour', async () => {
    const meeting = await withBooking();
    const { url } = await meeting.ben.calls.createCalendarFeed();
    const read = async () => (await fetchFeed(meeting, url)).text();
    const statuses = async () => parseCalendar(await read()).events.map(({ status }) => status);
    expect(await read()).toContain('X-PUBLISHED-TTL:PT1H');
    meeting.clock.set(new Date(meeting.inHours(30 + 90 * 24).getTime() - 1));
    expect(await statuses()).toEqual(['CONFIRMED']);
    meeting.clock.advance({ ms: 1 });
    expect(await statuses()).toEqual([]);
  });

  test('a new address ends the old one, and it can be revoked', async () => {
    const meeting = await withBooking();
    const { ben, platform } = meeting;
    const first = await ben.calls.createCalendarFeed();
    const second = await ben.calls.createCalendarFeed();
    expect((await fetchFeed(meeting, first.url)).status).toBe(404);
    expect((await fetchFeed(meeting, second.url)).status).toBe(200);
    const kept = JSON.stringify(await platform.db.selectFrom('calendar_feeds').selectAll().execute());
    const secret = /([\w-]{43})\.ics$/.exec(second.url)?.[1] ?? '';
    expect(kept).not.toContain(secret);
    await ben.calls.deleteCalendarFeed();
    const answer = await fetchFeed(meeting, second.url);
    expect([answer.status, await answer.json()]).toMatchObject([404, notFound]);
    expect(await ben.calls.deleteCalendarFeed()).toEqual({});
  });

  test('a banned person has no feed, and odd addresses are not found', async () => {
    const meeting = await withBooking();
    const { url } = await meeting.ben.calls.createCalendarFeed();
    await ban(meeting, meeting.ben);
    expect((await fetchFeed(meeting, url)).status).toBe(404);
    for (const path of ['/calendar/x.ics', '/calendar/%00.ics', `/calendar/${'a'.repeat(43)}.ics`]) {
      expect((await meeting.visitor().send('GET', path)).status, path).toBe(404);
    }
  });

  test('the secret never reaches the log', async () => {
    const meeting = await withBooking();
    const { url } = await meeting.ben.calls.createCalendarFeed();
    await fetchFeed(meeting, url);
    const secret = /([\w-]{43})\.ics$/.exec(url)?.[1] ?? '';
    expect(JSON.stringify(meeting.log.lines)).not.toContain(secret);
  });
});
