import { beforeEach, describe, expect, test } from 'vitest';
import { type PushMeeting, startPushMeeting } from '#test/push-meeting';

let meeting: PushMeeting;
beforeEach(async () => {
  meeting = await startPushMeeting();
});

// Rules: docs/specification/notify.md#push-notifications
describe('push notification for a session', () => {
  const book = async (hours = 30) => {
    const { ana, ben, inHours } = meeting;
    const owner = await meeting.again(ana);
    const { scheduleSlotId } = await owner.calls.createSlot({ startsAt: inHours(hours), duration: 30 });
    await (await meeting.again(ben)).calls.bookSlot({ userId: ana.userId, scheduleSlotId });
    return scheduleSlotId;
  };

  test('informs the owner of a booking and the other party of a cancellation', async () => {
    const { ana, ben } = meeting;
    await meeting.addDevice(ana);
    const endpoint = await meeting.addDevice(ben);
    const scheduleSlotId = await book();
    await meeting.runJobs();
    expect(meeting.push.arrived).toHaveLength(1);
    expect(meeting.push.arrived[0]).toMatchObject({
      title: 'Ben booked a session with you',
      path: '/appointments',
      urgency: 'normal',
      ttl: 86_400,
    });
    await (await meeting.again(ana)).calls.cancelBooking({ userId: ana.userId, scheduleSlotId });
    await meeting.runJobs();
    expect(meeting.push.arrived).toHaveLength(2);
    expect(meeting.push.arrived[1]).toMatchObject({
      endpoint,
      title: 'Ana cancelled your session',
      urgency: 'high',
    });
  });

  test('a booking cancelled before sending: neither booking nor cancellation is sent', async () => {
    const { ana, ben } = meeting;
    await meeting.addDevice(ana);
    const scheduleSlotId = await book();
    await (await meeting.again(ben)).calls.cancelBooking({ userId: ana.userId, scheduleSlotId });
    await meeting.runJobs();
    expect(meeting.told()).toEqual([]);
  });

  test('a cancellation in quiet hours is sent afterwards if the booking was sent', async () => {
    const { ana, ben, clock } = meeting;
    await meeting.addDevice(ana);
    clock.set('2030-03-05T21:30:00Z');
    const scheduleSlotId = await book();
    await meeting.runJobs();
    clock.set('2030-03-05T22:30:00Z');
    await (await meeting.again(ben)).calls.cancelBooking({ userId: ana.userId, scheduleSlotId });
    await meeting.runJobs();
    expect(meeting.push.arrived).toHaveLength(1);
    clock.set('2030-03-06T07:00:00Z');
    await meeting.runJobs();
    expect(meeting.push.arrived.map(({ title }) => title)).toEqual([
      'Ben booked a session with you',
      'Ben cancelled your session',
    ]);
  });

  test('a booking moved before sending is sent once, with the new time', async () => {
    const { ana, ben, clock, inHours } = meeting;
    await meeting.addDevice(ana);
    clock.set('2030-03-05T22:30:00Z');
    const scheduleSlotId = await book(30);
    await meeting.runJobs();
    const to = await (await meeting.again(ana)).calls.createSlot({ startsAt: inHours(33), duration: 30 });
    await (await meeting.again(ben)).calls.moveBooking({
      userId: ana.userId,
      scheduleSlotId,
      toScheduleSlotId: to.scheduleSlotId,
    });
    clock.set('2030-03-06T07:00:00Z');
    await meeting.runJobs();
    expect(meeting.told()).toEqual([expect.stringMatching(/^Ben booked a session with you: .*7:30.*8:00/)]);
  });

  test('a booking moved twice in quiet hours is sent once, with the last time', async () => {
    const { ana, ben, clock, inHours } = meeting;
    await meeting.addDevice(ana);
    await meeting.addDevice(ben);
    clock.set('2030-03-05T21:30:00Z');
    let scheduleSlotId = await book(30);
    await meeting.runJobs();
    clock.set('2030-03-05T22:30:00Z');
    for (const hours of [33, 36]) {
      const to = await (await meeting.again(ana)).calls.createSlot({
        startsAt: inHours(hours),
        duration: 30,
      });
      const { scheduleSlotId: toScheduleSlotId } = to;
      await (await meeting.again(ben)).calls.moveBooking({
        userId: ana.userId,
        scheduleSlotId,
        toScheduleSlotId,
      });
      scheduleSlotId = toScheduleSlotId;
    }
    clock.set('2030-03-06T07:00:00Z');
    await meeting.runJobs();
    // Who moved it is not told.
    expect(meeting.told().slice(1)).toEqual([
      expect.stringMatching(/^Your session with Ben has a new time: .*10:30.*11:00/),
    ]);
  });

  test('informs the guest of a suggested time and the owner of the answer, by one notification per session', async () => {
    const { ana, ben, inHours } = meeting;
    for (const person of [ana, ben]) await meeting.addDevice(person);
    const scheduleSlotId = await book();
    await meeting.runJobs();
    meeting.push.arrived.splice(0);
    const owner = await meeting.again(ana);
    await owner.calls.proposeMove({ scheduleSlotId, startsAt: inHours(2) });
    await meeting.runJobs();
    expect(meeting.told()).toEqual([
      expect.stringMatching(/^Ana suggests another time: Tuesday.*11:00.*11:30/),
    ]);
    // It expires with the earlier of the two times.
    expect(meeting.push.arrived).toMatchObject([{ ttl: 7200, urgency: 'normal' }]);
    await (await meeting.again(ben)).calls.answerMove({ scheduleSlotId, accept: false });
    await meeting.runJobs();
    expect(meeting.told().slice(1)).toEqual([
      expect.stringMatching(/^Ben would like to keep the time of your session: Wednesday.*15:00/),
    ]);
    expect(new Set(meeting.push.arrived.map(({ tag }) => tag))).toEqual(
      new Set([`parlance-session-${scheduleSlotId}`]),
    );
    // Answered before it was sent.
    await owner.calls.proposeMove({ scheduleSlotId, startsAt: inHours(4) });
    await (await meeting.again(ben)).calls.answerMove({ scheduleSlotId, accept: false });
    await meeting.runJobs();
    expect(meeting.told().filter((line) => line.includes('suggests'))).toHaveLength(1);
  });

  test('of an accepted time goes to the owner alone, for another slot and for the same one', async () => {
    const { ana, ben, inHours, push } = meeting;
    await ana.calls.updateUser({ timeZone: 'Asia/Kathmandu' });
    const endpoint = await meeting.addDevice(ana);
    let scheduleSlotId = await book();
    await meeting.runJobs();
    await meeting.addDevice(ben);
    for (const [hours, time] of [
      [33, '23:45–00:15 (Asia/Kathmandu)'],
      [33.25, '00:00–00:30 (Asia/Kathmandu)'],
    ] as const) {
      await (await meeting.again(ana)).calls.proposeMove({ scheduleSlotId, startsAt: inHours(hours) });
      const answer = { scheduleSlotId, accept: true };
      ({ scheduleSlotId } = await (await meeting.again(ben)).calls.answerMove(answer));
      push.arrived.splice(0);
      await meeting.runJobs();
      expect(push.arrived).toMatchObject([{ endpoint, body: expect.stringContaining(time) }]);
      expect(push.arrived[0]?.title).toBe('Your session with Ben has a new time');
    }
  });

  test('of a series that begins: the notifications of its weeks replace each other', async () => {
    const { ana, ben } = meeting;
    const scheduleSlotId = await book(2);
    await meeting.runJobs();
    await meeting.addDevice(ben);
    await (await meeting.again(ben)).calls.meetWeekly({ scheduleSlotId });
    await (await meeting.again(ana)).calls.meetWeekly({ scheduleSlotId });
    await meeting.runJobs();
    const { arrived } = meeting.push;
    expect(new Set(arrived.map(({ title, tag }) => `${title} ${tag}`))).toEqual(
      new Set([`You and Ana meet every week parlance-weekly-${ana.userId}`]),
    );
  });

  test('does not inform a device that was added after the booking', async () => {
    await book();
    await meeting.addDevice(meeting.ana);
    await meeting.runJobs();
    expect(meeting.told()).toEqual([]);
  });

  test('reminds both parties, also on a device added after the booking', async () => {
    const { ana, ben } = meeting;
    await book(30);
    await meeting.addDevice(ana);
    await meeting.addDevice(ben);
    await meeting.pass({ hours: 6 });
    expect(meeting.push.arrived.map(({ title }) => title).toSorted()).toEqual([
      'Your session with Ana is coming up',
      'Your session with Ben is coming up',
    ]);
  });

  test('no reminder of the day before once the one of ten minutes is due', async () => {
    const { ana, clock } = meeting;
    await meeting.set(ana, 'push-quiet', '07:12-07:10');
    clock.set('2030-03-05T07:15:00Z');
    await book(48);
    await meeting.addDevice(await meeting.again(ana));
    clock.set('2030-03-06T07:15:00Z');
    await meeting.runJobs();
    expect(meeting.told()).toEqual([]);
    clock.set('2030-03-07T07:05:00Z');
    await meeting.runJobs();
    expect(meeting.told()).toHaveLength(1);
    // The quiet hours end five minutes before the session.
    clock.set('2030-03-07T07:10:00Z');
    await meeting.runJobs();
    expect(meeting.told()).toHaveLength(1);
  });

  test('the TTL ends with the start of the session', async () => {
    await meeting.addDevice(meeting.ana);
    await book(2);
    await meeting.runJobs();
    expect(meeting.push.arrived).toMatchObject([{ ttl: 7200 }]);
  });

  test('a session within the hour is sent during quiet hours, a later one is not', async () => {
    const { ana, clock } = meeting;
    await meeting.addDevice(ana);
    clock.set('2030-03-05T22:30:00Z');
    await book(1);
    await meeting.runJobs();
    expect(meeting.told()).toHaveLength(1);
    await book(2);
    await meeting.runJobs();
    expect(meeting.told()).toHaveLength(1);
  });

  test('follows the preferences: without names, or none', async () => {
    const { ana } = meeting;
    await meeting.addDevice(ana);
    await meeting.set(ana, 'push-names', false);
    await book(30);
    await meeting.runJobs();
    expect(meeting.push.arrived.map(({ title }) => title)).toEqual(['News about your session']);
    const scheduleSlotId = await book(26);
    await meeting.runJobs();
    await meeting.pass({ hours: 2 });
    await (await meeting.again(meeting.ben)).calls.cancelBooking({ userId: ana.userId, scheduleSlotId });
    await meeting.runJobs();
    expect(meeting.push.arrived.slice(1).map(({ title }) => title)).toEqual([
      'News about your session',
      'Your session is coming up',
      'Your session is cancelled',
    ]);
    await meeting.set(ana, 'push-sessions', false);
    await book(40);
    await meeting.runJobs();
    expect(meeting.push.arrived).toHaveLength(4);
  });
});
