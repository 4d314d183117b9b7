import { beforeEach, describe, expect, test } from 'vitest';
import { ban, type Meeting, startMeeting } from '#test/appointments';
import type { Persona } from '#test/personas';
import { startPushService, type TestPushService } from '#test/push-service';
import { messagePushes } from './message-pushes.ts';
import { notePresence } from './presence.ts';
import { deliverDuePushes } from './push-delivery.ts';

let push: TestPushService;
let meeting: Meeting;
beforeEach(async () => {
  push = await startPushService();
  meeting = await startMeeting({ env: { ...push.env, PSEUDO_LOCALES: 'on' }, pushNetwork: push.network });
});

/** Registers a device; returns its endpoint. */
async function addDevice({ calls }: Persona): Promise<string> {
  const subscription = push.subscribe();
  await calls.addPushDevice(subscription);
  return subscription.endpoint;
}

const write = async (from: Persona, to: Persona, content = 'A secret plan') =>
  (await meeting.again(from)).calls.sendTextMessage({ userId: to.userId, content });

const pass = async (by: Parameters<Meeting['clock']['advance']>[0]) => {
  meeting.clock.advance(by);
  await meeting.runJobs();
};
const set = async (person: Persona, name: string, value: boolean | string) =>
  (await meeting.again(person)).calls.setPreference({ name, value });
const devicesOf = async (person: Persona) => (await (await meeting.again(person)).calls.getPush()).devices;
/** The digest of the morning may come, too. */
const mailsAboutMessages = () =>
  meeting
    .sent()
    .filter(({ to, subject }) => to === meeting.ana.address && /^new message/i.test(subject ?? ''))
    .map(({ subject }) => subject);
const told = () => push.arrived.map(({ title, body }) => `${title}: ${body}`);
const invalid = { statusCode: 400, code: 1000 };
const unknown = { statusCode: 404, code: 4001 };

/** Ben's messages to Ana are no first contact. */
async function acquaint(): Promise<void> {
  const { ana, ben } = meeting;
  await write(ana, ben, 'Hello');
  await write(ben, ana, 'Hi');
  await (await meeting.again(ana)).calls.markRead({ userId: ben.userId });
}

// Rules: docs/specification/notify.md#push-notifications
describe('a message', () => {
  beforeEach(acquaint);

  test('is told by its sender and the number, encrypted, without the text, in the language of the reader', async () => {
    const { ana, ben } = meeting;
    await (await meeting.again(ana)).calls.updateUser({ locale: 'es' });
    await addDevice(ana);
    await write(ben, ana);
    await meeting.runJobs();
    expect(push.refusals).toEqual([]);
    expect(push.arrived).toEqual([
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
    expect(JSON.stringify(push.arrived)).not.toContain('secret');
    expect(push.arrived[0]?.topic).not.toContain(ben.userId.slice(0, 8));
  });

  test('is told once, and a newer one again', async () => {
    const { ana, ben } = meeting;
    await addDevice(ana);
    await write(ben, ana);
    await write(ben, ana);
    await meeting.runJobs();
    await pass({ minutes: 5 });
    expect(told()).toEqual(['Ben: 2 new messages']);
    await write(ben, ana);
    await meeting.runJobs();
    expect(told()).toEqual(['Ben: 2 new messages', 'Ben: 3 new messages']);
  });

  test('is not told after it was read, and ten seconds later to a member who is connected', async () => {
    const { ana, ben, platform } = meeting;
    await addDevice(ana);
    await (await meeting.again(ana)).connect();
    await notePresence(platform);
    await write(ben, ana);
    await pass({ seconds: 9 });
    expect(told()).toEqual([]);
    await pass({ seconds: 1 });
    expect(told()).toEqual(['Ben: 1 new message']);
    await write(ben, ana);
    await (await meeting.again(ana)).calls.markRead({ userId: ben.userId });
    await pass({ seconds: 10 });
    expect(told()).toHaveLength(1);
  });

  test('is told to every device of the recipient, and to none of the sender or of others', async () => {
    const { ana, ben, chen } = meeting;
    const endpoints = [await addDevice(ana), await addDevice(await meeting.again(ana))];
    await addDevice(ben);
    await addDevice(chen);
    await write(ben, ana);
    await meeting.runJobs();
    expect(push.arrived.map(({ endpoint }) => endpoint).toSorted()).toEqual(endpoints.toSorted());
  });

  test('follows the choices of the recipient', async () => {
    const { ana, ben } = meeting;
    await addDevice(ana);
    await set(ana, 'push-names', false);
    await write(ben, ana);
    await meeting.runJobs();
    expect(told()).toEqual(['Parlance: 1 new message']);
    await set(ana, 'push-messages', false);
    await write(ben, ana);
    await meeting.runJobs();
    expect(told()).toHaveLength(1);
  });

  test('is not told after a block, from a banned sender, or to a banned recipient', async () => {
    const { ana, ben } = meeting;
    await addDevice(ana);
    await write(ben, ana);
    await (await meeting.again(ana)).calls.blockUser({ userId: ben.userId });
    await meeting.runJobs();
    await (await meeting.again(ana)).calls.unblockUser({ userId: ben.userId });
    await write(ben, ana);
    await ban(meeting, ben);
    await meeting.runJobs();
    expect(push.requests()).toBe(0);
  });

  test('waits for the end of quiet hours in the zone of the recipient', async () => {
    const { ana, ben, clock } = meeting;
    await (await meeting.again(ana)).calls.updateUser({ timeZone: 'Asia/Tokyo' });
    await addDevice(ana);
    clock.set('2030-03-05T13:00:00Z');
    await write(ben, ana);
    await meeting.runJobs();
    expect(told()).toEqual([]);
    clock.set('2030-03-05T21:59:00Z');
    await meeting.runJobs();
    expect(told()).toEqual([]);
    await pass({ minutes: 1 });
    expect(told()).toEqual(['Ben: 1 new message']);
    await set(ana, 'push-quiet', '');
    clock.set('2030-03-06T13:00:00Z');
    await write(ben, ana);
    await meeting.runJobs();
    expect(told()).toHaveLength(2);
  });

  test('is told sixty times an hour, then once a minute', async () => {
    const { ana, ben, chen } = meeting;
    await addDevice(ana);
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
    expect(told()).toHaveLength(60);
    await pass({ seconds: 59 });
    expect(told()).toHaveLength(60);
    await pass({ seconds: 1 });
    expect(told()).toHaveLength(61);
  });

  test('delays the mail about it to an hour where a device accepted it', async () => {
    const { ana, ben } = meeting;
    await addDevice(ana);
    await write(ben, ana);
    await meeting.runJobs();
    await pass({ minutes: 59 });
    expect(mailsAboutMessages()).toEqual([]);
    await pass({ minutes: 1 });
    expect(mailsAboutMessages()).toEqual(['New message from Ben']);
  });

  test('comes with the mail after five minutes where no device accepted it', async () => {
    const { ana, ben } = meeting;
    await addDevice(ana);
    push.answerWith({ status: 500 });
    await write(ben, ana);
    await meeting.runJobs();
    await pass({ minutes: 5 });
    expect(mailsAboutMessages()).toEqual(['New message from Ben']);
  });
});

test('a request of a stranger is not told', async () => {
  const { ana, ben } = meeting;
  await addDevice(ana);
  await (await meeting.again(ana)).calls.updateUser({ writesToMe: 'asking' });
  await write(ben, ana);
  await meeting.runJobs();
  expect(push.requests()).toBe(0);
});

describe('a push service', () => {
  beforeEach(acquaint);

  test.each([404, 410])('that answers %i has forgotten the device', async (status) => {
    const { ana, ben } = meeting;
    await addDevice(ana);
    push.answerWith({ status });
    await write(ben, ana);
    await meeting.runJobs();
    expect(await devicesOf(ana)).toEqual([]);
  });

  test('that refuses three times in a row loses the device', async () => {
    const { ana, ben } = meeting;
    await addDevice(ana);
    push.answerWith({ status: 400 });
    await write(ben, ana);
    await meeting.runJobs();
    await pass({ seconds: 15 });
    expect(push.requests()).toBe(2);
    expect(await devicesOf(ana)).toHaveLength(1);
    await pass({ seconds: 30 });
    expect(await devicesOf(ana)).toEqual([]);
  });

  test('that fails is asked again after 15 seconds, then twice as long, and other devices are not told twice', async () => {
    const { ana, ben } = meeting;
    const broken = await addDevice(ana);
    await addDevice(await meeting.again(ana));
    push.answerWith({ status: 502 }, broken);
    await write(ben, ana);
    await meeting.runJobs();
    expect([push.requests(), told().length]).toEqual([2, 1]);
    await pass({ seconds: 14 });
    expect(push.requests()).toBe(2);
    await pass({ seconds: 1 });
    expect(push.requests()).toBe(3);
    await pass({ seconds: 29 });
    expect(push.requests()).toBe(3);
    push.answerWith({ status: 201 }, broken);
    await pass({ seconds: 1 });
    expect([push.requests(), told().length]).toEqual([4, 2]);
    expect(new Set(push.arrived.map(({ endpoint }) => endpoint)).size).toBe(2);
  });

  test('that asks for a pause gets nothing for any device until its end', async () => {
    const { ana, ben, chen } = meeting;
    await addDevice(ana);
    await addDevice(ben);
    await write(chen, ben, 'Hello');
    await meeting.runJobs();
    const before = push.requests();
    push.answerWith({ status: 429, headers: { 'retry-after': '120' } });
    await write(ben, ana);
    await meeting.runJobs();
    expect(push.requests()).toBe(before + 1);
    push.answerWith({ status: 201 });
    await write(chen, ben, 'Hello again');
    await pass({ seconds: 119 });
    expect(push.requests()).toBe(before + 1);
    await pass({ seconds: 1 });
    expect(push.requests()).toBe(before + 3);
  });

  test('that redirects is not followed', async () => {
    const { ana, ben } = meeting;
    await addDevice(ana);
    push.answerWith({ status: 307, headers: { location: 'https://127.0.0.1/' } });
    await write(ben, ana);
    await meeting.runJobs();
    expect([push.requests(), told().length]).toEqual([1, 0]);
  });
});

describe('a session', () => {
  const book = async (hours = 30) => {
    const { ana, ben, inHours } = meeting;
    const owner = await meeting.again(ana);
    const { scheduleSlotId } = await owner.calls.createSlot({ startsAt: inHours(hours), duration: 30 });
    await (await meeting.again(ben)).calls.bookSlot({ userId: ana.userId, scheduleSlotId });
    return scheduleSlotId;
  };

  test('that is booked is told to the owner, one that is cancelled to the other side', async () => {
    const { ana, ben } = meeting;
    await addDevice(ana);
    const endpoint = await addDevice(ben);
    const scheduleSlotId = await book();
    await meeting.runJobs();
    expect(push.arrived).toHaveLength(1);
    expect(push.arrived[0]).toMatchObject({
      title: 'Ben booked a session with you',
      path: '/appointments',
      urgency: 'normal',
      ttl: 86_400,
    });
    await (await meeting.again(ana)).calls.cancelBooking({ userId: ana.userId, scheduleSlotId });
    await meeting.runJobs();
    expect(push.arrived).toHaveLength(2);
    expect(push.arrived[1]).toMatchObject({
      endpoint,
      title: 'Ana cancelled your session',
      urgency: 'high',
    });
  });

  test('that was cancelled before the notification left is not told', async () => {
    const { ana, ben } = meeting;
    await addDevice(ana);
    const scheduleSlotId = await book();
    await (await meeting.again(ben)).calls.cancelBooking({ userId: ana.userId, scheduleSlotId });
    await meeting.runJobs();
    expect(told().filter((text) => text.includes('booked'))).toEqual([]);
  });

  test('reminds both, also with a device that was added after the booking', async () => {
    const { ana, ben } = meeting;
    await book(30);
    await addDevice(ana);
    await addDevice(ben);
    await pass({ hours: 6 });
    expect(push.arrived.map(({ title }) => title).toSorted()).toEqual([
      'Your session with Ana is coming up',
      'Your session with Ben is coming up',
    ]);
  });

  test('within the hour is told during quiet hours, a later one is not', async () => {
    const { ana, clock } = meeting;
    await addDevice(ana);
    clock.set('2030-03-05T22:30:00Z');
    await book(1);
    await meeting.runJobs();
    expect(told()).toHaveLength(1);
    await book(2);
    await meeting.runJobs();
    expect(told()).toHaveLength(1);
  });

  test('is not told by name or at all where the member chose so', async () => {
    const { ana } = meeting;
    await addDevice(ana);
    await set(ana, 'push-names', false);
    await book(30);
    await meeting.runJobs();
    expect(push.arrived.map(({ title }) => title)).toEqual(['News about your session']);
    await set(ana, 'push-sessions', false);
    await book(40);
    await meeting.runJobs();
    expect(push.arrived).toHaveLength(1);
  });
});

describe('devices', () => {
  test('are listed without endpoint and keys, newest first', async () => {
    const { ana } = meeting;
    await addDevice(ana);
    meeting.clock.advance({ seconds: 1 });
    const second = await meeting.again(ana);
    await addDevice(second);
    const { publicKey, devices } = await second.calls.getPush();
    expect(publicKey).toBe(push.env.PUSH_PUBLIC_KEY);
    expect(devices).toEqual([
      {
        pushDeviceId: expect.any(String),
        service: 'push.test',
        userAgent: 'Tests',
        createdAt: meeting.clock.now(),
        lastSentAt: null,
        current: true,
      },
      expect.objectContaining({ current: false }),
    ]);
  });

  test('are known by their endpoint, which belongs to the account that registered it last', async () => {
    const { ana, ben } = meeting;
    const subscription = push.subscribe();
    const first = await ana.calls.addPushDevice(subscription);
    expect(await ana.calls.addPushDevice(subscription)).toEqual(first);
    expect(await ben.calls.addPushDevice(subscription)).toEqual(first);
    expect([(await devicesOf(ana)).length, (await devicesOf(ben)).length]).toEqual([0, 1]);
  });

  test('are ten at most; one more replaces the oldest', async () => {
    const { ana } = meeting;
    const ids: string[] = [];
    for (let count = 0; count < 11; count += 1) {
      meeting.clock.advance({ seconds: 1 });
      ids.push((await ana.calls.addPushDevice(push.subscribe())).pushDeviceId);
    }
    const listed = (await devicesOf(ana)).map(({ pushDeviceId }) => pushDeviceId);
    expect(listed).toEqual(ids.slice(1).toReversed());
  });

  test('are registered twenty times an hour', async () => {
    const { ana } = meeting;
    for (let count = 0; count < 20; count += 1) await ana.calls.addPushDevice(push.subscribe());
    await expect(ana.calls.addPushDevice(push.subscribe())).rejects.toMatchObject({ code: 6001 });
  });

  test.each([
    'http://push.test/device/1',
    'https://push.test.example.org/device/1',
    'https://evilpush.test/device/1',
    'https://127.0.0.1/device/1',
    'https://user@push.test/device/1',
    'https://localhost/device/1',
    'nothing',
  ])('at %s are refused', async (endpoint) => {
    const { keys } = push.subscribe();
    await expect(meeting.ana.calls.addPushDevice({ endpoint, keys })).rejects.toMatchObject(invalid);
  });

  test('need a point on the curve', async () => {
    const { endpoint, keys } = push.subscribe();
    const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url');
    await expect(
      meeting.ana.calls.addPushDevice({ endpoint, keys: { ...keys, p256dh } }),
    ).rejects.toMatchObject(invalid);
  });

  test('are removed by their owner only', async () => {
    const { ana, ben } = meeting;
    const { pushDeviceId } = await ana.calls.addPushDevice(push.subscribe());
    await expect(ben.calls.removePushDevice({ pushDeviceId })).rejects.toMatchObject(unknown);
    await ana.calls.removePushDevice({ pushDeviceId });
    await expect(ana.calls.removePushDevice({ pushDeviceId })).rejects.toMatchObject(unknown);
    expect(await devicesOf(ana)).toEqual([]);
  });

  test('are tried three times an hour, by their owner only', async () => {
    const { ana, ben } = meeting;
    const { pushDeviceId } = await ana.calls.addPushDevice(push.subscribe());
    await expect(ben.calls.tryPush({ pushDeviceId })).rejects.toMatchObject(unknown);
    for (let count = 0; count < 3; count += 1) await ana.calls.tryPush({ pushDeviceId });
    await expect(ana.calls.tryPush({ pushDeviceId })).rejects.toMatchObject({ code: 6001 });
    expect(push.arrived.map(({ title, unread }) => [title, unread])).toEqual(
      Array(3).fill(['Notifications are on', null]),
    );
  });

  test('end with their session: signed out, signed out elsewhere, banned', async () => {
    const { ana, ben, chen, platform } = meeting;
    const count = async () => (await platform.db.selectFrom('push_devices').selectAll().execute()).length;
    await addDevice(ana);
    await addDevice(await meeting.again(ana));
    await addDevice(ben);
    await addDevice(chen);
    await ana.calls.endSession({ userSessionId: ana.userSessionId });
    expect(await count()).toBe(3);
    await (await meeting.again(ana)).calls.endOtherSessions();
    expect(await count()).toBe(2);
    await ban(meeting, ben);
    expect(await count()).toBe(1);
    await chen.calls.deleteUser({ token: await meeting.prove(chen, chen.address, 'delete-user') });
    expect(await count()).toBe(0);
  });

  test('of an expired session get nothing', async () => {
    await acquaint();
    const { ana, ben } = meeting;
    await addDevice(ana);
    meeting.clock.advance({ days: 31 });
    await write(ben, ana);
    await meeting.runJobs();
    expect(push.requests()).toBe(0);
  });
});

test.each([
  ['push-messages', 'yes'],
  ['push-names', 1],
  ['push-quiet', true],
  ['push-quiet', '22:00'],
  ['push-quiet', '24:00-07:00'],
  ['push-quiet', '07:00-07:00'],
])('%s = %s is refused', async (name, value) => {
  await expect(meeting.ana.calls.setPreference({ name, value })).rejects.toMatchObject(invalid);
});

test('the preferences have defaults', async () => {
  const { calls } = meeting.ana;
  const values = await Promise.all(
    ['push-messages', 'push-sessions', 'push-names', 'push-quiet'].map(
      async (name) => (await calls.getPreference({ name })).value,
    ),
  );
  expect(values).toEqual([true, true, true, '22:00-07:00']);
});

describe('several senders', () => {
  beforeEach(acquaint);

  test('never send the same notification twice', async () => {
    const { ana, ben, platform } = meeting;
    await addDevice(ana);
    await write(ben, ana);
    const lanes = Array.from({ length: 4 }, () => deliverDuePushes(platform, messagePushes));
    await Promise.all(lanes);
    expect(told()).toEqual(['Ben: 1 new message']);
  });

  test('take over the rows of a dead one after two minutes', async () => {
    const { ana, ben, clock, platform } = meeting;
    await addDevice(ana);
    await write(ben, ana);
    // What a node that dies while sending leaves behind.
    const dueAt = new Date(clock.now().getTime() + 120_000);
    await platform.db.updateTable('waiting_pushes').set({ attempts: 1, due_at: dueAt }).execute();
    await pass({ seconds: 119 });
    expect(told()).toEqual([]);
    await pass({ seconds: 1 });
    expect(told()).toEqual(['Ben: 1 new message']);
  });

  test('tell a message that arrives while an earlier one is being sent', async () => {
    const { ana, ben, platform } = meeting;
    await addDevice(ana);
    await write(ben, ana);
    const sender = platform.push;
    if (!sender) throw new Error('push is off');
    const meanwhile = async (...given: Parameters<typeof sender.send>) => {
      const outcome = await sender.send(...given);
      if (push.requests() === 1) await write(ben, ana);
      return outcome;
    };
    await deliverDuePushes({ ...platform, push: { ...sender, send: meanwhile } }, messagePushes);
    expect(told()).toEqual(['Ben: 1 new message', 'Ben: 2 new messages']);
    expect(await platform.db.selectFrom('waiting_pushes').selectAll().execute()).toEqual([]);
  });
});
