import { beforeEach, describe, expect, test } from 'vitest';
import { ban } from '#test/appointments';
import { type PushMeeting, startPushMeeting } from '#test/push-meeting';

let meeting: PushMeeting;
beforeEach(async () => {
  meeting = await startPushMeeting();
});

const invalid = { statusCode: 400, code: 1000 };
const unknown = { statusCode: 404, code: 4001 };

// Rules: docs/specification/notify.md#push-notifications
describe('push devices', () => {
  test('are listed without endpoint and keys, newest first', async () => {
    const { ana } = meeting;
    await meeting.addDevice(ana);
    meeting.clock.advance({ seconds: 1 });
    const second = await meeting.again(ana);
    await meeting.addDevice(second);
    const { publicKey, devices } = await second.calls.getPush();
    expect(publicKey).toBe(meeting.push.env.PUSH_PUBLIC_KEY);
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

  test('are identified by their endpoint, which belongs to the last account that registered it', async () => {
    const { ana, ben } = meeting;
    const subscription = meeting.push.subscribe();
    const first = await ana.calls.addPushDevice(subscription);
    expect(await ana.calls.addPushDevice(subscription)).toEqual(first);
    expect(await ben.calls.addPushDevice(subscription)).toEqual(first);
    expect([(await meeting.devicesOf(ana)).length, (await meeting.devicesOf(ben)).length]).toEqual([0, 1]);
  });

  test('that are registered again belong to the new auth session: the end of the earlier one does not remove them', async () => {
    const { ana, again, push, devicesOf } = meeting;
    const subscription = push.subscribe();
    await ana.calls.addPushDevice(subscription);
    const later = await again(ana);
    await later.calls.addPushDevice(subscription);
    expect((await later.calls.getPush()).devices).toMatchObject([{ current: true }]);
    await ana.calls.endSession({ userSessionId: ana.userSessionId });
    expect(await devicesOf(ana)).toHaveLength(1);
  });

  test('that move to another account do not delay its mails by what the earlier one received', async () => {
    const { ana, ben } = meeting;
    const subscription = meeting.push.subscribe();
    const { pushDeviceId } = await ana.calls.addPushDevice(subscription);
    await ana.calls.tryPush({ pushDeviceId });
    await ana.calls.addPushDevice(subscription);
    expect(await meeting.devicesOf(ana)).toMatchObject([{ lastSentAt: meeting.clock.now() }]);
    await ben.calls.addPushDevice(subscription);
    expect(await meeting.devicesOf(ben)).toMatchObject([{ lastSentAt: null }]);
  });

  test('maximum 10 subscriptions: another replaces the oldest', async () => {
    const { ana } = meeting;
    const ids: string[] = [];
    for (let count = 0; count < 11; count += 1) {
      meeting.clock.advance({ seconds: 1 });
      ids.push((await ana.calls.addPushDevice(meeting.push.subscribe())).pushDeviceId);
    }
    const listed = (await meeting.devicesOf(ana)).map(({ pushDeviceId }) => pushDeviceId);
    expect(listed).toEqual(ids.slice(1).toReversed());
  });

  test('one that comes from another account is kept, although it is the oldest', async () => {
    const { ana, ben } = meeting;
    const subscription = meeting.push.subscribe();
    const { pushDeviceId: moved } = await ben.calls.addPushDevice(subscription);
    const ids: string[] = [];
    for (let count = 0; count < 10; count += 1) {
      meeting.clock.advance({ seconds: 1 });
      ids.push((await ana.calls.addPushDevice(meeting.push.subscribe())).pushDeviceId);
    }
    await ana.calls.addPushDevice(subscription);
    const listed = (await meeting.devicesOf(ana)).map(({ pushDeviceId }) => pushDeviceId);
    expect(listed).toEqual([...ids.slice(1).toReversed(), moved]);
  });

  test('a test notification to a device that is gone removes it; a service that wants a pause is named as such', async () => {
    const { ana } = meeting;
    const { pushDeviceId } = await ana.calls.addPushDevice(meeting.push.subscribe());
    meeting.push.answerWith({ status: 429, headers: { 'retry-after': '40' } });
    await expect(ana.calls.tryPush({ pushDeviceId })).rejects.toMatchObject({ code: 6001, timeout: 40 });
    meeting.push.answerWith({ status: 502 });
    await expect(ana.calls.tryPush({ pushDeviceId })).rejects.toMatchObject({ code: 6001, timeout: 60 });
    meeting.push.answerWith({ status: 410 });
    await expect(ana.calls.tryPush({ pushDeviceId })).rejects.toMatchObject(unknown);
    expect(await meeting.devicesOf(ana)).toEqual([]);
  });

  test('rate limit of registrations: 20 an hour', async () => {
    const { ana } = meeting;
    for (let count = 0; count < 20; count += 1) await ana.calls.addPushDevice(meeting.push.subscribe());
    await expect(ana.calls.addPushDevice(meeting.push.subscribe())).rejects.toMatchObject({ code: 6001 });
    await meeting.ben.calls.addPushDevice(meeting.push.subscribe());
  });

  test.each([
    'http://push.test/device/1',
    'https://push.test.example.org/device/1',
    'https://evilpush.test/device/1',
    'https://127.0.0.1/device/1',
    'https://user@push.test/device/1',
    'https://localhost/device/1',
    'nothing',
  ])('endpoint %s is refused', async (endpoint) => {
    const { keys } = meeting.push.subscribe();
    await expect(meeting.ana.calls.addPushDevice({ endpoint, keys })).rejects.toMatchObject(invalid);
  });

  test('validates the p256dh key', async () => {
    const { endpoint, keys } = meeting.push.subscribe();
    const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url');
    await expect(
      meeting.ana.calls.addPushDevice({ endpoint, keys: { ...keys, p256dh } }),
    ).rejects.toMatchObject(invalid);
  });

  test('only the owner removes them', async () => {
    const { ana, ben } = meeting;
    const { pushDeviceId } = await ana.calls.addPushDevice(meeting.push.subscribe());
    await expect(ben.calls.removePushDevice({ pushDeviceId })).rejects.toMatchObject(unknown);
    await ana.calls.removePushDevice({ pushDeviceId });
    await expect(ana.calls.removePushDevice({ pushDeviceId })).rejects.toMatchObject(unknown);
    expect(await meeting.devicesOf(ana)).toEqual([]);
  });

  test('rate limit of test notifications: 3 an hour, by the owner only', async () => {
    const { ana, ben } = meeting;
    const { pushDeviceId } = await ana.calls.addPushDevice(meeting.push.subscribe());
    await expect(ben.calls.tryPush({ pushDeviceId })).rejects.toMatchObject(unknown);
    for (let count = 0; count < 3; count += 1) await ana.calls.tryPush({ pushDeviceId });
    await expect(ana.calls.tryPush({ pushDeviceId })).rejects.toMatchObject({ code: 6001 });
    await ben.calls.tryPush(await ben.calls.addPushDevice(meeting.push.subscribe()));
    expect(meeting.push.arrived.map(({ title, unread }) => [title, unread])).toEqual(
      Array(4).fill(['Notifications are on', null]),
    );
  });

  test('are deleted with their auth session: sign-out, sign-out elsewhere, ban, account deletion', async () => {
    const { ana, ben, chen, platform } = meeting;
    const count = async () => (await platform.db.selectFrom('push_devices').selectAll().execute()).length;
    await meeting.addDevice(ana);
    await meeting.addDevice(await meeting.again(ana));
    await meeting.addDevice(ben);
    await meeting.addDevice(chen);
    await ana.calls.endSession({ userSessionId: ana.userSessionId });
    expect(await count()).toBe(3);
    await (await meeting.again(ana)).calls.endOtherSessions();
    expect(await count()).toBe(2);
    await ban(meeting, ben);
    expect(await count()).toBe(1);
    await chen.calls.deleteUser({ token: await meeting.prove(chen, chen.address, 'delete-user') });
    expect(await count()).toBe(0);
  });

  test('of an expired auth session receive no notification', async () => {
    await meeting.acquaint();
    const { ana, ben } = meeting;
    await meeting.addDevice(ana);
    meeting.clock.advance({ days: 31 });
    await meeting.write(ben, ana);
    await meeting.runJobs();
    expect(meeting.push.requests()).toBe(0);
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
