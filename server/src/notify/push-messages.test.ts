import { beforeEach, describe, expect, test } from 'vitest';
import { ban } from '#test/appointments';
import { type PushMeeting, startPushMeeting } from '#test/push-meeting';
import { messagePushes } from './message-pushes.ts';
import { notePresence } from './presence.ts';
import { deliverDuePushes } from './push-delivery.ts';

let meeting: PushMeeting;
beforeEach(async () => {
  meeting = await startPushMeeting();
});

/** The digest of the morning may come, too. */
const mailsAboutMessages = () =>
  meeting
    .sent()
    .filter(({ to, subject }) => to === meeting.ana.address && /^new message/i.test(subject ?? ''))
    .map(({ subject }) => subject);

// Rules: docs/specification/notify.md#push-notifications
describe('push notification for a message', () => {
  beforeEach(() => meeting.acquaint());

  test('contains sender and number, encrypted, without the text, in the language of the recipient', async () => {
    const { ana, ben } = meeting;
    await (await meeting.again(ana)).calls.updateUser({ locale: 'es' });
    await meeting.addDevice(ana);
    await meeting.write(ben, ana);
    await meeting.runJobs();
    expect(meeting.push.refusals).toEqual([]);
    expect(meeting.push.arrived).toEqual([
      {
        endpoint: expect.stringContaining('/device/'),
        title: 'Ben',
        body: '1 mensaje nuevo',
        tag: `parlance-chat-${ben.userId}`,
        path: `/chat/${ben.userId}`,
        unread: 1,
        lang: 'es',
        ttl: 86_400,
        topic: expect.stringMatching(/^[\w-]{22}$/),
        urgency: 'high',
        bytes: 256,
      },
    ]);
    expect(JSON.stringify(meeting.push.arrived)).not.toContain('secret');
    expect(meeting.push.arrived[0]?.topic).not.toContain(ben.userId.slice(0, 8));
  });

  test('is sent once, and again for a newer message', async () => {
    const { ana, ben } = meeting;
    await meeting.addDevice(ana);
    await meeting.write(ben, ana);
    await meeting.write(ben, ana);
    await meeting.runJobs();
    await meeting.pass({ minutes: 5 });
    expect(meeting.told()).toEqual(['Ben: 2 new messages']);
    await meeting.write(ben, ana);
    await meeting.runJobs();
    expect(meeting.told()).toEqual(['Ben: 2 new messages', 'Ben: 3 new messages']);
  });

  test('is not sent after the message was read, and 10 s later to a connected member', async () => {
    const { ana, ben, platform } = meeting;
    await meeting.addDevice(ana);
    await (await meeting.again(ana)).connect();
    await notePresence(platform);
    await meeting.write(ben, ana);
    await meeting.pass({ seconds: 9 });
    expect(meeting.told()).toEqual([]);
    await meeting.pass({ seconds: 1 });
    expect(meeting.told()).toEqual(['Ben: 1 new message']);
    await meeting.write(ben, ana);
    await (await meeting.again(ana)).calls.markRead({ userId: ben.userId });
    await meeting.pass({ seconds: 10 });
    expect(meeting.told()).toHaveLength(1);
  });

  test('is sent at once to a member who was last seen 90 seconds ago', async () => {
    const { ana, ben, platform, clock } = meeting;
    await meeting.addDevice(ana);
    const socket = await (await meeting.again(ana)).connect();
    await notePresence(platform);
    socket.close();
    await expect.poll(() => platform.realtime.connectedUserIds()).toEqual([]);
    clock.advance({ seconds: 90 });
    await meeting.write(ben, ana);
    await meeting.runJobs();
    expect(meeting.told()).toEqual(['Ben: 1 new message']);
  });

  test('is sent to every device of the recipient only', async () => {
    const { ana, ben, chen } = meeting;
    const endpoints = [await meeting.addDevice(ana), await meeting.addDevice(await meeting.again(ana))];
    await meeting.addDevice(ben);
    await meeting.addDevice(chen);
    await meeting.write(ben, ana);
    await meeting.runJobs();
    expect(meeting.push.arrived.map(({ endpoint }) => endpoint).toSorted()).toEqual(endpoints.toSorted());
  });

  test('contains the unread count for the badge, without requests', async () => {
    const { ana, ben, chen, signUp } = meeting;
    await meeting.write(ana, chen, 'Hello');
    await (await meeting.again(ana)).calls.updateUser({ writesToMe: 'asking' });
    await meeting.write(await signUp('dia@example.org', { name: 'Dia' }), ana);
    await meeting.addDevice(ana);
    await meeting.write(ben, ana);
    await meeting.write(ben, ana);
    await meeting.runJobs();
    await meeting.write(chen, ana);
    await meeting.runJobs();
    const told = meeting.push.arrived.map(({ title, body, unread }) => [title, body, unread]);
    expect(told).toEqual([
      ['Ben', '2 new messages', 2],
      ['Chen', '1 new message', 3],
    ]);
  });

  test('has a topic that does not disclose other recipients of the sender to the push service', async () => {
    const { ana, ben, chen } = meeting;
    await meeting.write(chen, ben, 'Hello');
    await meeting.addDevice(ana);
    await meeting.addDevice(chen);
    await meeting.write(ben, ana);
    await meeting.write(ben, chen);
    await meeting.runJobs();
    const [first, second] = meeting.push.arrived;
    expect(first?.tag).toBe(second?.tag);
    expect(first?.topic).not.toBe(second?.topic);
  });

  test('follows the preferences of the recipient', async () => {
    const { ana, ben } = meeting;
    await meeting.addDevice(ana);
    await meeting.set(ana, 'push-names', false);
    await meeting.write(ben, ana);
    await meeting.runJobs();
    expect(meeting.told()).toEqual(['Parlance: 1 new message']);
    await meeting.set(ana, 'push-messages', false);
    await meeting.write(ben, ana);
    await meeting.runJobs();
    expect(meeting.told()).toHaveLength(1);
  });

  test('is not sent if the sender was banned meanwhile', async () => {
    const { ana, ben } = meeting;
    await meeting.addDevice(ana);
    await meeting.write(ben, ana);
    await ban(meeting, ben);
    await meeting.runJobs();
    expect(meeting.push.requests()).toBe(0);
  });

  test.each(['the recipient', 'the sender'])('is not sent after a block by %s', async (who) => {
    const { ana, ben } = meeting;
    await meeting.addDevice(ana);
    await meeting.write(ben, ana);
    const [blocker, blocked] = who === 'the sender' ? [ben, ana] : [ana, ben];
    await (await meeting.again(blocker)).calls.blockUser({ userId: blocked.userId });
    await meeting.runJobs();
    expect(meeting.push.requests()).toBe(0);
  });

  test('is delayed until the end of quiet hours in the time zone of the recipient', async () => {
    const { ana, ben, clock } = meeting;
    await (await meeting.again(ana)).calls.updateUser({ timeZone: 'Asia/Tokyo' });
    await meeting.addDevice(ana);
    clock.set('2030-03-05T13:00:00Z');
    await meeting.write(ben, ana);
    await meeting.runJobs();
    expect(meeting.told()).toEqual([]);
    clock.set('2030-03-05T21:59:00Z');
    await meeting.runJobs();
    expect(meeting.told()).toEqual([]);
    await meeting.pass({ minutes: 1 });
    expect(meeting.told()).toEqual(['Ben: 1 new message']);
    await meeting.set(ana, 'push-quiet', '');
    clock.set('2030-03-06T13:00:00Z');
    await meeting.write(ben, ana);
    await meeting.runJobs();
    expect(meeting.told()).toHaveLength(2);
  });

  test('has quiet hours by the reported offset where the recipient has no time zone', async () => {
    const { ana, ben, clock } = meeting;
    await (await meeting.again(ana)).calls.updateUser({ localTZOffset: 9 });
    await meeting.addDevice(ana);
    clock.set('2030-03-05T13:00:00Z');
    await meeting.write(ben, ana);
    clock.set('2030-03-05T21:59:00Z');
    await meeting.runJobs();
    expect(meeting.told()).toEqual([]);
    await meeting.pass({ minutes: 1 });
    expect(meeting.told()).toEqual(['Ben: 1 new message']);
  });

  test('rate limit: 60 an hour, then one a minute, together with sessions', async () => {
    const { ana, ben, chen } = meeting;
    await meeting.addDevice(ana);
    // Two senders, because each has an own limit.
    for (const [from, count] of [
      [chen, 20],
      [ben, 41],
    ] as const) {
      const sender = await meeting.again(from);
      for (let sent = 0; sent < count; sent += 1) {
        await sender.calls.sendTextMessage({ userId: ana.userId, content: `${sent}` });
        await deliverDuePushes(meeting.platform, messagePushes);
      }
    }
    const owner = await meeting.again(ana);
    const guest = await meeting.again(ben);
    const book = async (startsAt: Date) => {
      const { scheduleSlotId } = await owner.calls.createSlot({ startsAt, duration: 30 });
      await guest.calls.bookSlot({ userId: ana.userId, scheduleSlotId });
      await meeting.runJobs();
    };
    await book(meeting.inHours(30));
    expect(meeting.told()).toHaveLength(60);
    await meeting.pass({ seconds: 59 });
    expect(meeting.told()).toHaveLength(60);
    await meeting.pass({ seconds: 1 });
    expect(meeting.told()).toHaveLength(61);
    await meeting.pass({ seconds: 60 });
    expect(meeting.told()).toHaveLength(62);
    // A session within the hour does not wait.
    await book(meeting.inMinutes(58));
    expect(meeting.told()).toHaveLength(63);
  });

  test('delays the mail to an hour if a device accepted it', async () => {
    const { ana, ben } = meeting;
    await meeting.addDevice(ana);
    await meeting.write(ben, ana);
    await meeting.runJobs();
    await meeting.pass({ minutes: 59 });
    expect(mailsAboutMessages()).toEqual([]);
    await meeting.pass({ minutes: 1 });
    expect(mailsAboutMessages()).toEqual(['New message from Ben']);
  });

  test('does not delay the mail of five minutes if no device accepted it', async () => {
    const { ana, ben } = meeting;
    await meeting.addDevice(ana);
    meeting.push.answerWith({ status: 500 });
    await meeting.write(ben, ana);
    await meeting.runJobs();
    await meeting.pass({ minutes: 5 });
    expect(mailsAboutMessages()).toEqual(['New message from Ben']);
  });

  test('does not delay the mail if the device accepted only an earlier one, or if the member wants no more', async () => {
    const { ana, ben } = meeting;
    await meeting.addDevice(ana);
    await meeting.write(ben, ana);
    await meeting.runJobs();
    await (await meeting.again(ana)).calls.markRead({ userId: ben.userId });
    await meeting.pass({ seconds: 1 });
    meeting.push.answerWith({ status: 500 });
    await meeting.write(ben, ana);
    await meeting.pass({ minutes: 5 });
    expect(mailsAboutMessages()).toEqual(['New message from Ben']);
    await (await meeting.again(ana)).calls.markRead({ userId: ben.userId });
    meeting.push.answerWith({ status: 201 });
    await meeting.write(ben, ana);
    await meeting.runJobs();
    await meeting.set(ana, 'push-messages', false);
    await meeting.pass({ minutes: 5 });
    expect(mailsAboutMessages()).toHaveLength(2);
  });

  test('that waited for a day is not sent any more', async () => {
    const { ana, ben, platform, clock } = meeting;
    await meeting.addDevice(ana);
    await meeting.write(ben, ana);
    clock.advance({ hours: 24 });
    await deliverDuePushes(platform, messagePushes);
    expect(meeting.push.requests()).toBe(0);
    expect(await platform.db.selectFrom('waiting_pushes').selectAll().execute()).toEqual([]);
  });
});

test('no push notification for a request', async () => {
  const { ana, ben } = meeting;
  await meeting.addDevice(ana);
  await (await meeting.again(ana)).calls.updateUser({ writesToMe: 'asking' });
  await meeting.write(ben, ana);
  await meeting.runJobs();
  expect(meeting.push.requests()).toBe(0);
});

test('push notification for a request of volume after its promotion', async () => {
  meeting = await startPushMeeting({ CONTACT_NOTIFIED_PER_DAY: '1', CONTACT_NOTIFIED_MAX: '1' });
  const { ana, ben, chen } = meeting;
  await meeting.addDevice(ana);
  await meeting.write(ben, chen);
  await meeting.write(chen, ben);
  await meeting.write(ben, ana);
  await meeting.runJobs();
  expect(meeting.told()).toEqual([]);
  await meeting.pass({ hours: 25 });
  await meeting.pass({ minutes: 1 });
  expect(meeting.told()).toEqual(['Ben: 1 new message']);
});
