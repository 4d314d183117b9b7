import { beforeEach, describe, expect, test } from 'vitest';
import { type PushMeeting, startPushMeeting } from '#test/push-meeting';
import { messagePushes } from './message-pushes.ts';
import { deliverDuePushes } from './push-delivery.ts';

let meeting: PushMeeting;
beforeEach(async () => {
  meeting = await startPushMeeting();
});

// Rules: docs/specification/notify.md#push-notifications
describe('several senders', () => {
  beforeEach(() => meeting.acquaint());

  test('never send the same notification twice', async () => {
    const { ana, ben, platform } = meeting;
    await meeting.addDevice(ana);
    await meeting.write(ben, ana);
    const lanes = Array.from({ length: 4 }, () => deliverDuePushes(platform, messagePushes));
    await Promise.all(lanes);
    expect(meeting.told()).toEqual(['Ben: 1 new message']);
  });

  test('take over the rows of a dead one after two minutes', async () => {
    const { ana, ben, clock, platform } = meeting;
    await meeting.addDevice(ana);
    await meeting.write(ben, ana);
    // What a node that dies while sending leaves behind.
    const dueAt = new Date(clock.now().getTime() + 120_000);
    await platform.db.updateTable('waiting_pushes').set({ attempts: 1, due_at: dueAt }).execute();
    await meeting.pass({ seconds: 119 });
    expect(meeting.told()).toEqual([]);
    await meeting.pass({ seconds: 1 });
    expect(meeting.told()).toEqual(['Ben: 1 new message']);
  });

  test('tell a message that arrives while an earlier one is being sent', async () => {
    const { ana, ben, platform } = meeting;
    await meeting.addDevice(ana);
    await meeting.write(ben, ana);
    const sender = platform.push;
    if (!sender) throw new Error('push is off');
    const meanwhile = async (...given: Parameters<typeof sender.send>) => {
      const outcome = await sender.send(...given);
      if (meeting.push.requests() === 1) await meeting.write(ben, ana);
      return outcome;
    };
    await deliverDuePushes({ ...platform, push: { ...sender, send: meanwhile } }, messagePushes);
    expect(meeting.told()).toEqual(['Ben: 1 new message', 'Ben: 2 new messages']);
    expect(await platform.db.selectFrom('waiting_pushes').selectAll().execute()).toEqual([]);
  });
});
