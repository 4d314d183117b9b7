import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { describe, expect, test } from 'vitest';
import { createSmtpMailer } from '#platform/mail';
import { deliverDueMails } from '#platform/mail-delivery';
import type { OutboxEntry } from '#platform/outbox';
import { afterTest } from '#test/after-test';
import { type Meeting, startMeeting } from '#test/appointments';
import { parseCalendar } from '#test/calendar-parts';
import type { Persona } from '#test/personas';
import { scheduleMails } from './notice-mails.ts';

async function bookAhead(meeting: Meeting, hours: number) {
  const { ana, ben, inHours } = meeting;
  const { scheduleSlotId } = await ana.calls.createSlot({ startsAt: inHours(hours), duration: 30 });
  return ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId });
}

/** Mails since the last call, as address and subject. */
function createMailbox(meeting: Meeting) {
  let seen = meeting.sent().length;
  return async (): Promise<OutboxEntry[]> => {
    await meeting.runJobs();
    const news = meeting.sent().slice(0, meeting.sent().length - seen);
    seen = meeting.sent().length;
    return news.toReversed();
  };
}
const booked = [
  'ana@example.org: Ben booked a session with you',
  'ben@example.org: Your session with Ana is booked',
];
const linesOf = (mails: OutboxEntry[]) => mails.map(({ to, subject }) => `${to}: ${subject}`).toSorted();

const moveTo = (person: Persona, timeZone: string) => person.calls.updateUser({ timeZone });

describe('mails about bookings (issue: to the other side, with a calendar file)', () => {
  test('a booking is told to the owner and confirmed to the guest, on both clocks when they differ', async () => {
    const meeting = await startMeeting();
    const { ana, ben, clock } = meeting;
    const readMail = createMailbox(meeting);
    await moveTo(ana, 'Europe/Berlin');
    await moveTo(ben, 'Asia/Kathmandu');
    clock.set('2030-03-29T10:00:00Z');
    const again = { ...meeting, ana: await meeting.again(ana), ben: await meeting.again(ben) };
    await readMail();
    await bookAhead(again, 55);
    const mails = await readMail();
    expect(linesOf(mails)).toEqual(booked);
    const [mail, own] = [ana, ben].map(({ address }) => mails.find(({ to }) => to === address));
    const files = [mail, own].map((sent) => parseCalendar(sent?.attachments[0]?.content ?? ''));
    expect(files[1]).toMatchObject({
      method: 'REQUEST',
      events: [{ uid: files[0]?.events[0]?.uid, sequence: 1 }],
    });
    expect(own?.text).toContain('Sunday, March 31, 2030, 22:45–23:15 (Asia/Kathmandu)');
    expect(own?.text).toContain('For Ana: Sunday, March 31, 2030, 19:00–19:30 (Europe/Berlin)');
    // Berlin changes to summer time that night.
    expect(mail?.text).toContain('Sunday, March 31, 2030, 19:00–19:30 (Europe/Berlin)');
    expect(mail?.text).toContain('For Ben: Sunday, March 31, 2030, 22:45–23:15 (Asia/Kathmandu)');
    expect(mail?.html).toContain('19:00–19:30');
  });

  test('one clock is enough when both show the same', async () => {
    const meeting = await startMeeting();
    const readMail = createMailbox(meeting);
    await moveTo(meeting.ana, 'Europe/Berlin');
    await moveTo(meeting.ben, 'Europe/Paris');
    await bookAhead(meeting, 30);
    // Both mails are due at the same moment, so their order is not fixed.
    const mail = (await readMail()).find(({ to }) => to === meeting.ana.address);
    expect(mail?.text).toContain('Wednesday, March 6, 2030, 16:00–16:30 (Europe/Berlin)');
    expect(mail?.text).not.toContain('For Ben');
  });

  test('the file has a stable UID, its SEQUENCE rises and CANCEL takes the session away', async () => {
    const meeting = await startMeeting();
    const { ana, ben } = meeting;
    const readMail = createMailbox(meeting);
    const { scheduleSlotId, startsAt } = await bookAhead(meeting, 30);
    const slot = { userId: ana.userId, scheduleSlotId };
    const sent = await readMail();
    await ben.calls.cancelBooking(slot);
    sent.push(...(await readMail()));
    await ben.calls.bookSlot(slot);
    sent.push(...(await readMail()));
    await ana.calls.cancelBooking(slot);
    sent.push(...(await readMail()));
    const to = ({ address }: Persona) => sent.filter((mail) => mail.to === address);
    expect(to(ana).map(({ subject }) => subject)).toEqual([
      'Ben booked a session with you',
      'Ben cancelled your session',
      'Ben booked a session with you',
    ]);
    expect(to(ben).map(({ subject }) => subject)).toEqual([
      'Your session with Ana is booked',
      'Your session with Ana is booked',
      'Ana cancelled your session',
    ]);
    const mails = [...to(ana), ...to(ben).slice(2)];
    const files = mails.map(({ attachments }) => parseCalendar(attachments[0]?.content ?? ''));
    expect(files.map(({ method }) => method)).toEqual(['REQUEST', 'CANCEL', 'REQUEST', 'CANCEL']);
    const events = files.flatMap((file) => file.events);
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(1);
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    expect(events.map(({ status }) => status)).toEqual(['CONFIRMED', 'CANCELLED', 'CONFIRMED', 'CANCELLED']);
    expect(events[0]).toMatchObject({ startsAt, summary: 'Language exchange with Ben' });
    expect(events[0]?.endsAt.getTime()).toBe(startsAt.getTime() + 30 * 60_000);
  });

  test('never shows the address of the other person', async () => {
    const meeting = await startMeeting();
    const readMail = createMailbox(meeting);
    await bookAhead(meeting, 30);
    const mails = await readMail();
    for (const [reader, other] of [
      [meeting.ana, meeting.ben],
      [meeting.ben, meeting.ana],
    ] as const) {
      const own = mails.filter(({ to }) => to === reader.address);
      expect(own).toHaveLength(1);
      expect(JSON.stringify(own)).not.toContain(other.address);
    }
  });

  test('invites the reader, leads to the sessions or to another time, and follows the setting', async () => {
    const meeting = await startMeeting();
    const { ana, ben } = meeting;
    const readMail = createMailbox(meeting);
    const slot = await bookAhead(meeting, 30);
    const mailTo = (mails: OutboxEntry[], { address }: Persona) => mails.find(({ to }) => to === address);
    const invitation = mailTo(await readMail(), ben);
    expect(invitation?.text).toContain('/appointments');
    expect(invitation?.attachments[0]?.content.replaceAll('\r\n ', '')).toMatch(
      /ATTENDEE;.*ben@example\.org/,
    );
    await ana.calls.cancelBooking(slot);
    const cancelled = mailTo(await readMail(), ben);
    expect(cancelled?.text).toContain('/dashboard');
    expect(cancelled?.text).not.toContain('/appointments');
    await ben.calls.setPreference({ name: 'session-notification', value: false });
    await bookAhead(meeting, 40);
    expect(linesOf(await readMail())).toEqual(['ana@example.org: Ben booked a session with you']);
  });

  test('a week after a session its booking is not told any more', async () => {
    const meeting = await startMeeting();
    const readMail = createMailbox(meeting);
    const [first, second] = [await bookAhead(meeting, 30), await bookAhead(meeting, 31)];
    meeting.clock.set(first.startsAt);
    meeting.clock.advance({ days: 7 });
    const told = (await readMail()).filter(({ subject }) => subject?.includes('booked'));
    expect(linesOf(told)).toEqual(booked);
    for (const { attachments } of told)
      expect(parseCalendar(attachments[0]?.content ?? '').events).toMatchObject([
        { startsAt: second.startsAt },
      ]);
  });

  test('a booking that is refused sends nothing', async () => {
    const meeting = await startMeeting();
    const readMail = createMailbox(meeting);
    const { scheduleSlotId } = await bookAhead(meeting, 30);
    await readMail();
    const again = { userId: meeting.ana.userId, scheduleSlotId };
    await expect(meeting.chen.calls.bookSlot(again)).rejects.toMatchObject({ code: 3000 });
    await meeting.ben.calls.bookSlot(again);
    expect(await readMail()).toEqual([]);
  });
});

// Rules: docs/specification/notify.md#session-mails
describe('reminders (24 h and 10 minutes before, to both)', () => {
  const day = [
    'ana@example.org: Your session with Ben is coming up',
    'ben@example.org: Your session with Ana is coming up',
  ];
  const soon = [
    'ana@example.org: Your session with Ben starts soon',
    'ben@example.org: Your session with Ana starts soon',
  ];

  test('each goes out once, when its time has come', async () => {
    const meeting = await startMeeting();
    const { clock } = meeting;
    const readMail = createMailbox(meeting);
    await bookAhead(meeting, 30);
    await readMail();
    clock.advance({ hours: 5, minutes: 59, seconds: 59 });
    expect(await readMail()).toEqual([]);
    clock.advance({ seconds: 1 });
    expect(linesOf(await readMail())).toEqual(day);
    expect(await readMail()).toEqual([]);
    clock.advance({ hours: 23, minutes: 49, seconds: 59 });
    expect(await readMail()).toEqual([]);
    clock.advance({ seconds: 1 });
    expect(linesOf(await readMail())).toEqual(soon);
    clock.advance({ hours: 2 });
    expect(await readMail()).toEqual([]);
  });

  test('a booking three hours ahead has only the late one, one five minutes ahead none', async () => {
    const meeting = await startMeeting();
    const { clock } = meeting;
    const readMail = createMailbox(meeting);
    await bookAhead(meeting, 3);
    await readMail();
    clock.advance({ hours: 2, minutes: 50 });
    expect(linesOf(await readMail())).toEqual(soon);
    clock.set('2030-03-06T08:55:00Z');
    const again = {
      ...meeting,
      ana: await meeting.again(meeting.ana),
      ben: await meeting.again(meeting.ben),
    };
    await readMail();
    await bookAhead(again, 5 / 60);
    expect(linesOf(await readMail())).toEqual(booked);
    clock.advance({ minutes: 4 });
    expect(await readMail()).toEqual([]);
  });

  test('a booking in the minute of a reminder gets only the later reminders', async () => {
    const meeting = await startMeeting();
    const { ana, ben, clock, inMinutes } = meeting;
    const readMail = createMailbox(meeting);
    await readMail();
    await bookAhead(meeting, 24);
    expect(linesOf(await readMail())).toEqual(booked);
    const { scheduleSlotId } = await ana.calls.createSlot({ startsAt: inMinutes(15), duration: 15 });
    clock.advance({ minutes: 5 });
    await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId });
    expect(linesOf(await readMail())).toEqual(booked);
  });

  test('a cancelled booking reminds nobody, and one made again reminds once', async () => {
    const meeting = await startMeeting();
    const { ana, ben, clock } = meeting;
    const readMail = createMailbox(meeting);
    const { scheduleSlotId } = await bookAhead(meeting, 30);
    await ana.calls.cancelBooking({ userId: ana.userId, scheduleSlotId });
    await readMail();
    clock.advance({ hours: 6 });
    expect(await readMail()).toEqual([]);
    await (await meeting.again(ben)).calls.bookSlot({ userId: ana.userId, scheduleSlotId });
    await readMail();
    clock.advance({ hours: 23, minutes: 50 });
    expect(linesOf(await readMail())).toEqual(soon);
  });

  test('after a long outage only what still helps is sent', async () => {
    const meeting = await startMeeting();
    const readMail = createMailbox(meeting);
    await bookAhead(meeting, 30);
    await readMail();
    // Ten minutes before the session, both reminders are due.
    meeting.clock.advance({ hours: 29, minutes: 50 });
    expect(linesOf(await readMail())).toEqual(soon);
  });

  test('several nodes that look at the same moment send each mail once', async () => {
    const meeting = await startMeeting();
    const { ana, ben, clock, inHours } = meeting;
    const node = await meeting.startNode();
    for (let hour = 0; hour < 8; hour += 1) {
      const { scheduleSlotId } = await ana.calls.createSlot({ startsAt: inHours(30 + hour), duration: 30 });
      await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId });
    }
    clock.advance({ days: 1 });
    const countBefore = meeting.sent().length;
    await Promise.all(
      [meeting, node, meeting, node].map(({ platform }) => deliverDueMails(platform, scheduleMails)),
    );
    const sent = [
      ...meeting.sent().slice(0, meeting.sent().length - countBefore),
      ...(node.outbox?.entries() ?? []),
    ];
    // One mail for 8 bookings to each, and 16 reminders.
    expect(sent.filter(({ subject }) => subject === 'Ben booked 8 sessions with you')).toHaveLength(1);
    expect(sent).toHaveLength(18);
    expect(new Set(sent.map(({ headers }) => headers['Message-ID'])).size).toBe(18);
  });
});

describe('when mail is down', () => {
  test('nothing is lost and nothing is doubled', async () => {
    const meeting = await startMeeting();
    const { clock, platform } = meeting;
    const received: string[] = [];
    let isDown = true;
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        let text = '';
        stream.on('data', (chunk) => (text += chunk));
        stream.on('end', () => {
          if (isDown) return done(Object.assign(new Error('try again later'), { responseCode: 451 }));
          received.push(text);
          done();
        });
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    const mail = createSmtpMailer({
      smtpUrl: `smtp://127.0.0.1:${port}`,
      mailFrom: 'Parlance <hello@example.org>',
    });
    afterTest(async () => {
      await mail.close();
      await new Promise<void>((resolve) => server.close(resolve));
      return undefined;
    });
    const deliver = () => deliverDueMails({ ...platform, mail }, scheduleMails);

    await bookAhead(meeting, 30);
    await deliver();
    await deliver();
    expect(received).toEqual([]);
    isDown = false;
    await deliver();
    expect(received).toEqual([]);
    clock.advance({ seconds: 15 });
    await Promise.all([deliver(), deliver()]);
    expect(received).toHaveLength(2);
    clock.advance({ hours: 2 });
    await deliver();
    expect(received).toHaveLength(2);
    for (const text of received) {
      expect(text).toContain('Content-Type: text/calendar; charset=utf-8; method=REQUEST');
      expect(text).toMatch(/filename=invite\.ics/);
    }
    const readers = received.map((text) => /^To: (\S+)\r$/m.exec(text)?.[1]).toSorted();
    expect(readers).toEqual(['ana@example.org', 'ben@example.org']);
  });

  test('a node that dies between claiming and sending leaves the mail to another', async () => {
    const meeting = await startMeeting();
    const { clock, platform } = meeting;
    const readMail = createMailbox(meeting);
    await bookAhead(meeting, 30);
    let isReached = () => {};
    const reached = new Promise<void>((resolve) => {
      isReached = resolve;
    });
    // Sending never returns: to other nodes this one looks dead.
    const send = () => {
      isReached();
      return new Promise<void>(() => {});
    };
    const dying = { ...platform.mail, send };
    void deliverDueMails({ ...platform, mail: dying }, scheduleMails);
    await reached;
    expect(await readMail()).toEqual([]);
    clock.advance({ minutes: 15 });
    expect(linesOf(await readMail())).toEqual(booked);
    clock.advance({ minutes: 15 });
    expect(await readMail()).toEqual([]);
  });
});
