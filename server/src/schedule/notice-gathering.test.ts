import { describe, expect, test } from 'vitest';
import { deliverDueMails } from '#platform/mail-delivery';
import type { OutboxEntry } from '#platform/outbox';
import { acquaint, ban, type Meeting, startMeeting } from '#test/appointments';
import { parseCalendar } from '#test/calendar-parts';
import type { Persona } from '#test/personas';
import { scheduleMails } from './notice-mails.ts';

/** Ana's slots, one hour each, and the mails she received since the last call, oldest first. */
async function startAttacked(slotCount: number) {
  const meeting = await startMeeting();
  const { ana, inHours } = meeting;
  const slots = [];
  for (let nth = 0; nth < slotCount; nth += 1) {
    const { scheduleSlotId } = await ana.calls.createSlot({ startsAt: inHours(48 + nth), duration: 60 });
    slots.push({ userId: ana.userId, scheduleSlotId });
  }
  return { ...meeting, slots, first: slots[0]!, mailsTo: mailsSince(meeting) };
}

function mailsSince(meeting: Meeting) {
  // By entry, not by count: the outbox drops mails of deleted accounts.
  const seen = new Set(meeting.sent());
  return async ({ address }: Persona): Promise<OutboxEntry[]> => {
    await meeting.runJobs();
    const news = meeting.sent().filter((entry) => !seen.has(entry));
    for (const entry of news) seen.add(entry);
    return news.toReversed().filter(({ to }) => to === address);
  };
}

const subjectsOf = (mails: OutboxEntry[]) => mails.map(({ subject }) => subject);
const calendarOf = ({ attachments }: OutboxEntry) => parseCalendar(attachments[0]?.content ?? '');

describe('a booking that is cancelled before its mail went out', () => {
  test('is told to nobody: eight bookings and cancellations in a row are no mail', async () => {
    const { ana, ben, first, mailsTo } = await startAttacked(1);
    for (let nth = 0; nth < 8; nth += 1) {
      await ben.calls.bookSlot(first);
      await ben.calls.cancelBooking(first);
    }
    expect(subjectsOf(await mailsTo(ana))).toEqual([]);
  });

  test('is not told either when its owner cancels it, and the guest is told of the cancellation', async () => {
    const { ana, ben, first, mailsTo } = await startAttacked(1);
    await ben.calls.bookSlot(first);
    await ana.calls.cancelBooking(first);
    expect(subjectsOf(await mailsTo(ana))).toEqual([]);
    const again = await startAttacked(1);
    await again.ben.calls.bookSlot(again.first);
    await again.ana.calls.cancelBooking(again.first);
    expect(subjectsOf(await again.mailsTo(again.ben))).toEqual(['Ana cancelled your session']);
  });

  test('is not told either when somebody else booked the slot meanwhile', async () => {
    const { ana, ben, chen, first, mailsTo } = await startAttacked(1);
    await ben.calls.bookSlot(first);
    await ben.calls.cancelBooking(first);
    await chen.calls.bookSlot(first);
    expect(subjectsOf(await mailsTo(ana))).toEqual(['Chen booked a session with you']);
  });

  test('is told when it is booked once more, and only what is so then', async () => {
    const { ana, ben, first, mailsTo } = await startAttacked(1);
    for (let nth = 0; nth < 3; nth += 1) {
      await ben.calls.bookSlot(first);
      if (nth < 2) await ben.calls.cancelBooking(first);
    }
    const [mail, ...others] = await mailsTo(ana);
    expect([mail?.subject, others]).toEqual(['Ben booked a session with you', []]);
    expect(calendarOf(mail!)).toMatchObject({ method: 'REQUEST', events: [{ sequence: 5 }] });
  });

  test('by a ban is told to nobody; a booking of somebody else stays told', async () => {
    const meeting = await startAttacked(2);
    const { ana, ben, chen, slots, mailsTo } = meeting;
    await ben.calls.bookSlot(slots[0]!);
    await chen.calls.bookSlot(slots[1]!);
    await ban(meeting, ben);
    expect(subjectsOf(await mailsTo(ana))).toEqual(['Chen booked a session with you']);
  });

  test('is told as cancelled when its mail was tried before: it may have arrived', async () => {
    const { ana, ben, first, mailsTo, platform } = await startAttacked(1);
    const { send } = platform.mail;
    platform.mail.send = async (mail) => {
      await send(mail);
      throw new Error('the line went dead after the mail was taken');
    };
    await ben.calls.bookSlot(first);
    expect(subjectsOf(await mailsTo(ana))).toEqual(['Ben booked a session with you']);
    platform.mail.send = send;
    await ben.calls.cancelBooking(first);
    const mails = await mailsTo(ana);
    expect(subjectsOf(mails)).toEqual(['Ben cancelled your session']);
    expect(calendarOf(mails[0]!)).toMatchObject({ method: 'CANCEL', events: [{ sequence: 2 }] });
    // The guest's own mail still waits for its retry.
    const left = platform.db.selectFrom('waiting_mails').selectAll().where('user_id', '=', ana.userId);
    expect(await left.execute()).toEqual([]);
  });
});

describe('mails about one person to one reader', () => {
  test('are three at once and then one every ten minutes; the last state always arrives', async () => {
    const { ana, ben, first, mailsTo, clock } = await startAttacked(1);
    const told: (string | null)[] = [];
    const look = async () => told.push(...subjectsOf(await mailsTo(ana)));
    for (let nth = 0; nth < 8; nth += 1) {
      await ben.calls.bookSlot(first);
      await look();
      if (nth < 7) await ben.calls.cancelBooking(first);
      await look();
    }
    const booked = 'Ben booked a session with you';
    expect(told).toEqual([booked, 'Ben cancelled your session', booked]);
    // The last mail is still correct: nothing is sent after the pause.
    clock.advance({ minutes: 10 });
    await look();
    expect(told).toHaveLength(3);
    await ben.calls.cancelBooking(first);
    await look();
    expect(told.slice(3)).toEqual(['Ben cancelled your session']);
  });

  test('a cancellation within the pause arrives at its end, not before', async () => {
    const { ana, ben, slots, mailsTo, clock } = await startAttacked(3);
    for (const slot of slots) {
      await ben.calls.bookSlot(slot);
      await mailsTo(ana);
    }
    await ben.calls.cancelBooking(slots[2]!);
    expect(await mailsTo(ana)).toEqual([]);
    clock.advance({ minutes: 9, seconds: 59 });
    expect(await mailsTo(ana)).toEqual([]);
    clock.advance({ seconds: 1 });
    expect(subjectsOf(await mailsTo(ana))).toEqual(['Ben cancelled your session']);
    clock.advance({ hours: 1 });
    expect(await mailsTo(ana)).toEqual([]);
  });

  test('one pair’s pause holds up no mail about somebody else, nor to somebody else, nor a reminder', async () => {
    const { ana, ben, chen, slots, mailsTo, inHours, runJobs, sent, clock } = await startAttacked(4);
    for (const slot of slots.slice(0, 3)) {
      await ben.calls.bookSlot(slot);
      await mailsTo(ana);
    }
    const soon = await ana.calls.createSlot({ startsAt: inHours(0.25), duration: 15 });
    await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId: soon.scheduleSlotId });
    await chen.calls.bookSlot(slots[3]!);
    const ofChen = await chen.calls.createSlot({ startsAt: inHours(70), duration: 60 });
    await ben.calls.bookSlot({ userId: chen.userId, scheduleSlotId: ofChen.scheduleSlotId });
    await runJobs();
    expect(
      sent()
        .filter(({ subject }) => subject?.endsWith('booked a session with you'))
        .slice(0, 2)
        .map(({ to, subject }) => `${to}: ${subject}`)
        .toSorted(),
    ).toEqual([
      'ana@example.org: Chen booked a session with you',
      'chen@example.org: Ben booked a session with you',
    ]);
    clock.advance({ minutes: 5 });
    await mailsTo(ana);
    expect(subjectsOf(sent().slice(0, 2))).toContain('Your session with Ben starts soon');
  });

  test('what waits together is one mail: each session with its times, and one file for the calendar', async () => {
    const { ana, ben, slots, mailsTo, clock, inHours, again, sent } = await startAttacked(5);
    await ana.calls.updateUser({ timeZone: 'Europe/Berlin' });
    await ben.calls.updateUser({ timeZone: 'Asia/Kathmandu' });
    for (const slot of slots.slice(0, 3)) await ben.calls.bookSlot(slot);
    const [mail, ...others] = await mailsTo(ana);
    expect([mail?.subject, others]).toEqual(['Ben booked 3 sessions with you', []]);
    expect(sent().find(({ to }) => to === ben.address)?.subject).toBe('3 sessions with Ana have changed');
    expect(mail?.text).toContain('Thursday, March 7, 2030, 10:00–11:00 (Europe/Berlin)');
    expect(mail?.text).toContain('For Ben: Thursday, March 7, 2030, 14:45–15:45 (Asia/Kathmandu)');
    expect(mail?.text).toContain('12:00–13:00 (Europe/Berlin)');
    const { method, events } = calendarOf(mail!);
    expect(method).toBe('PUBLISH');
    expect(events.map(({ startsAt, status, sequence }) => [startsAt, status, sequence])).toEqual(
      [48, 49, 50].map((hours) => [inHours(hours), 'CONFIRMED', 1]),
    );
    expect(JSON.stringify(mail)).not.toContain(ben.address);

    clock.advance({ minutes: 20 });
    const { calls } = await again(ben);
    await calls.bookSlot(slots[3]!);
    await calls.cancelBooking(slots[0]!);
    await calls.cancelBooking(slots[1]!);
    const [mixed] = await mailsTo(ana);
    expect(mixed?.subject).toBe('Ben changed 3 sessions with you');
    expect(mixed?.text).toContain('Cancelled: Thursday, March 7, 2030, 10:00–11:00');
    expect(mixed?.text).toContain('Booked: Thursday, March 7, 2030, 13:00–14:00');
    expect(calendarOf(mixed!).events.map(({ status }) => status)).toEqual([
      'CANCELLED',
      'CANCELLED',
      'CONFIRMED',
    ]);
  });

  test('what is on its way is not told again with what comes meanwhile', async () => {
    const { ana, ben, slots, mailsTo, platform } = await startAttacked(2);
    const { promise: isTaken, resolve: take } = Promise.withResolvers<void>();
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    const { send } = platform.mail;
    platform.mail.send = async (mail) => {
      if (mail.to !== ana.address) return send(mail);
      reach();
      await isTaken;
      await send(mail);
    };
    await ben.calls.bookSlot(slots[0]!);
    const slow = deliverDueMails(platform, scheduleMails);
    await reached;
    platform.mail.send = send;
    await ben.calls.bookSlot(slots[1]!);
    const [mail, ...others] = await mailsTo(ana);
    expect([mail?.subject, others]).toEqual(['Ben booked a session with you', []]);
    expect(calendarOf(mail!).events[0]?.uid).toContain(slots[1]!.scheduleSlotId);
    take();
    await slow;
    expect(subjectsOf(await mailsTo(ana))).toEqual(['Ben booked a session with you']);
    expect(await platform.db.selectFrom('waiting_mails').where('kind', '=', 'booked').execute()).toEqual([]);
  });

  test('somebody who leaves with many sessions is one mail to each partner', async () => {
    const { ana, ben, slots, mailsTo, prove, clock, again } = await startAttacked(24);
    await acquaint(ana, ben);
    let leaving = ben;
    for (const [nth, slot] of slots.entries()) {
      if (nth % 8 === 0) {
        clock.advance({ hours: 1 });
        leaving = await again(ben);
      }
      await leaving.calls.bookSlot(slot);
    }
    await mailsTo(ana);
    await leaving.calls.deleteUser({ token: await prove(leaving, ben.address, 'delete-user') });
    const mails = await mailsTo(ana);
    expect(subjectsOf(mails)).toEqual(['24 sessions are cancelled']);
    expect(mails[0]?.text).toContain('and 4 more sessions.');
    expect(calendarOf(mails[0]!).events).toHaveLength(24);
  });
});
