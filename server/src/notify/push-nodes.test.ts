import { once } from 'node:events';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Platform } from '#platform/platform';
import type { PushSender } from '#platform/push-sender';
import { workerDatabase } from '#test/database';
import { forkPushClaimer } from '#test/fork';
import { type PushMeeting, startPushMeeting } from '#test/push-meeting';
import { messagePushes } from './message-pushes.ts';
import { deliverDuePushes } from './push-delivery.ts';

let meeting: PushMeeting;
beforeEach(async () => {
  meeting = await startPushMeeting();
});

function sender(): PushSender {
  const { push } = meeting.platform;
  if (!push) throw new Error('push is off');
  return push;
}
const realSend: PushSender['send'] = (request) => sender().send(request);

/** A node that sends in another way. */
const withSend = (send: PushSender['send']): Platform => ({
  ...meeting.platform,
  push: { ...sender(), send },
});

/** Claims due notifications and dies before sending: as a real process if the database can be shared. */
async function dieAfterClaiming(): Promise<void> {
  const { databaseUrl } = await workerDatabase();
  if (databaseUrl === null) {
    const { promise, resolve } = Promise.withResolvers<void>();
    // Sending never returns: to other nodes this one looks dead.
    const send = () => {
      resolve();
      return new Promise<never>(() => {});
    };
    void deliverDuePushes(withSend(send), messagePushes);
    await promise;
    return;
  }
  const claimer = forkPushClaimer(JSON.stringify({ databaseUrl, now: meeting.clock.now().toISOString() }));
  await once(claimer, 'message');
  claimer.kill('SIGKILL');
  expect((await once(claimer, 'exit'))[1]).toBe('SIGKILL');
}

// Rules: docs/specification/notify.md#push-notifications
describe('several nodes: push delivery lease', () => {
  beforeEach(() => meeting.acquaint());

  test('no notification is sent twice', async () => {
    const { ana, ben, platform } = meeting;
    await meeting.addDevice(ana);
    await meeting.write(ben, ana);
    const lanes = Array.from({ length: 4 }, () => deliverDuePushes(platform, messagePushes));
    await Promise.all(lanes);
    expect(meeting.told()).toEqual(['Ben: 1 new message']);
  });

  test('a node killed between claiming and sending: another sends it once, two minutes later', async () => {
    const { ana, ben, clock, platform } = meeting;
    await meeting.addDevice(ana);
    await meeting.write(ben, ana);
    await dieAfterClaiming();
    await meeting.pass({ seconds: 119 });
    expect(meeting.told()).toEqual([]);
    clock.advance({ seconds: 1 });
    const lanes = Array.from({ length: 2 }, () => deliverDuePushes(platform, messagePushes));
    await Promise.all(lanes);
    expect(meeting.told()).toEqual(['Ben: 1 new message']);
    await meeting.pass({ hours: 1 });
    expect(meeting.push.requests()).toBe(1);
  });

  test('a node killed after the service accepted: the second notification replaces the first on the device', async () => {
    const { ana, ben } = meeting;
    await meeting.addDevice(ana);
    await meeting.write(ben, ana);
    const { promise, resolve } = Promise.withResolvers<void>();
    const send: PushSender['send'] = async (request) => {
      await realSend(request);
      resolve();
      return new Promise<never>(() => {});
    };
    void deliverDuePushes(withSend(send), messagePushes);
    await promise;
    await meeting.pass({ minutes: 2 });
    await meeting.pass({ hours: 1 });
    const [first, second, ...more] = meeting.push.arrived;
    expect([second?.tag, second?.topic, more]).toEqual([first?.tag, first?.topic, []]);
  });

  test('a node with an expired lease does not change the row of the new holder', async () => {
    const { ana, ben, platform } = meeting;
    await meeting.addDevice(ana);
    await meeting.write(ben, ana);
    const [started, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const send: PushSender['send'] = async () => {
      started.resolve();
      await answered.promise;
      return { result: 'sent' };
    };
    const late = deliverDuePushes(withSend(send), messagePushes);
    await started.promise;
    meeting.push.answerWith({ status: 502 });
    await meeting.pass({ minutes: 2 });
    answered.resolve();
    await late;
    expect(await platform.db.selectFrom('waiting_pushes').selectAll().execute()).toHaveLength(1);
    meeting.push.answerWith({ status: 201 });
    await meeting.pass({ seconds: 30 });
    expect(meeting.told()).toEqual(['Ben: 1 new message']);
  });

  test.each(['again', 'by another account'])(
    'a device registered %s while its earlier subscription was refused is kept',
    async (how) => {
      const { ana, ben, chen } = meeting;
      const { endpoint, keys } = meeting.push.subscribe();
      await ana.calls.addPushDevice({ endpoint, keys });
      await meeting.write(ben, ana);
      const [owner, newKeys] = how === 'again' ? [ana, meeting.push.subscribe().keys] : [chen, keys];
      const send: PushSender['send'] = async () => {
        await (await meeting.again(owner)).calls.addPushDevice({ endpoint, keys: newKeys });
        return { result: 'gone' };
      };
      await deliverDuePushes(withSend(send), messagePushes);
      expect(await meeting.devicesOf(owner)).toHaveLength(1);
    },
  );

  test('retries of a notification count once for the hourly limit', async () => {
    const { ana, ben, platform } = meeting;
    await meeting.addDevice(ana);
    await meeting.write(ben, ana);
    const counted: string[] = [];
    const takeToken: Platform['limits']['takeToken'] = (rule) => {
      counted.push(rule.key);
      return platform.limits.takeToken(rule);
    };
    const node = { ...platform, limits: { ...platform.limits, takeToken } };
    meeting.push.answerWith({ status: 502 });
    await deliverDuePushes(node, messagePushes);
    meeting.clock.advance({ seconds: 15 });
    await deliverDuePushes(node, messagePushes);
    expect([meeting.push.requests(), counted]).toEqual([2, [`push:${ana.userId}`]]);
  });

  test('expired rows are purged', async () => {
    const { ana, ben, clock, platform } = meeting;
    const row = { user_id: ana.userId, kind: 'of-a-later-release', subject_id: ben.userId };
    const times = { due_at: clock.now(), expires_at: new Date(clock.now().getTime() + 60_000) };
    await platform.db
      .insertInto('waiting_pushes')
      .values({ ...row, ...times })
      .execute();
    const waiting = async () => (await platform.db.selectFrom('waiting_pushes').selectAll().execute()).length;
    await meeting.pass({ seconds: 59 });
    expect(await waiting()).toBe(1);
    await meeting.pass({ seconds: 1 });
    expect(await waiting()).toBe(0);
  });

  test('a message that arrives while an earlier one is being sent is sent too', async () => {
    const { ana, ben, platform } = meeting;
    await meeting.addDevice(ana);
    await meeting.write(ben, ana);
    const send: PushSender['send'] = async (request) => {
      const outcome = await realSend(request);
      if (meeting.push.requests() === 1) await meeting.write(ben, ana);
      return outcome;
    };
    await deliverDuePushes(withSend(send), messagePushes);
    expect(meeting.told()).toEqual(['Ben: 1 new message', 'Ben: 2 new messages']);
    expect(await platform.db.selectFrom('waiting_pushes').selectAll().execute()).toEqual([]);
  });
});
