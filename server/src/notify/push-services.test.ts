import { beforeEach, describe, expect, test } from 'vitest';
import { type PushMeeting, startPushMeeting } from '#test/push-meeting';

let meeting: PushMeeting;
beforeEach(async () => {
  meeting = await startPushMeeting();
});

// Rules: docs/specification/notify.md#push-notifications
describe('push delivery, by answer of the push service', () => {
  beforeEach(() => meeting.acquaint());

  test.each([404, 410])('removes the subscription on %i', async (status) => {
    const { ana, ben } = meeting;
    await meeting.addDevice(ana);
    meeting.push.answerWith({ status });
    await meeting.write(ben, ana);
    await meeting.runJobs();
    expect(await meeting.devicesOf(ana)).toEqual([]);
  });

  test('removes the subscription after three refusals in a row', async () => {
    const { ana, ben } = meeting;
    await meeting.addDevice(ana);
    meeting.push.answerWith({ status: 400 });
    await meeting.write(ben, ana);
    await meeting.runJobs();
    await meeting.pass({ seconds: 15 });
    expect(meeting.push.requests()).toBe(2);
    expect(await meeting.devicesOf(ana)).toHaveLength(1);
    await meeting.pass({ seconds: 30 });
    expect(await meeting.devicesOf(ana)).toEqual([]);
  });

  test('an accepted notification resets the count of refusals', async () => {
    const { ana, ben } = meeting;
    await meeting.addDevice(ana);
    for (const status of [400, 201, 400, 201, 400]) {
      meeting.push.answerWith({ status });
      await meeting.write(ben, ana);
      await meeting.runJobs();
    }
    expect(meeting.push.requests()).toBe(5);
    expect(await meeting.devicesOf(ana)).toHaveLength(1);
  });

  test('a device that is registered again begins a new count of refusals', async () => {
    const { ana, ben, again, push } = meeting;
    const subscription = push.subscribe();
    await ana.calls.addPushDevice(subscription);
    push.answerWith({ status: 400 });
    await meeting.write(ben, ana);
    await meeting.runJobs();
    await meeting.pass({ seconds: 15 });
    await (await again(ana)).calls.addPushDevice(subscription);
    await meeting.pass({ seconds: 30 });
    expect(push.requests()).toBe(3);
    expect(await meeting.devicesOf(ana)).toHaveLength(1);
  });

  test('retries with exponential backoff from 15 s, without sending twice to other devices', async () => {
    const { ana, ben } = meeting;
    const broken = await meeting.addDevice(ana);
    await meeting.addDevice(await meeting.again(ana));
    meeting.push.answerWith({ status: 502 }, broken);
    await meeting.write(ben, ana);
    await meeting.runJobs();
    expect([meeting.push.requests(), meeting.told().length]).toEqual([2, 1]);
    await meeting.pass({ seconds: 14 });
    expect(meeting.push.requests()).toBe(2);
    await meeting.pass({ seconds: 1 });
    expect(meeting.push.requests()).toBe(3);
    await meeting.pass({ seconds: 29 });
    expect(meeting.push.requests()).toBe(3);
    meeting.push.answerWith({ status: 201 }, broken);
    await meeting.pass({ seconds: 1 });
    expect([meeting.push.requests(), meeting.told().length]).toEqual([4, 2]);
    expect(new Set(meeting.push.arrived.map(({ endpoint }) => endpoint)).size).toBe(2);
  });

  test('a newer message goes to all devices again, and its retries begin anew', async () => {
    const { ana, ben } = meeting;
    const broken = await meeting.addDevice(ana);
    await meeting.addDevice(await meeting.again(ana));
    meeting.push.answerWith({ status: 502 }, broken);
    await meeting.write(ben, ana);
    await meeting.runJobs();
    await meeting.pass({ seconds: 15 });
    expect(meeting.told()).toEqual(['Ben: 1 new message']);
    await meeting.write(ben, ana);
    await meeting.runJobs();
    expect(meeting.told()).toEqual(['Ben: 1 new message', 'Ben: 2 new messages']);
    meeting.push.answerWith({ status: 201 }, broken);
    await meeting.pass({ seconds: 15 });
    expect(meeting.told()).toHaveLength(3);
  });

  test('waits an hour at most between two tries', async () => {
    const { ana, ben, platform, clock } = meeting;
    await meeting.addDevice(ana);
    meeting.push.answerWith({ status: 502 });
    await meeting.write(ben, ana);
    await platform.db.updateTable('waiting_pushes').set({ attempts: 19 }).execute();
    await meeting.runJobs();
    const [push] = await platform.db.selectFrom('waiting_pushes').select('due_at').execute();
    expect((push?.due_at.getTime() ?? 0) - clock.now().getTime()).toBe(3_600_000);
  });

  test('waiting for the end of quiet hours is no try', async () => {
    const { ana, ben, clock } = meeting;
    await meeting.addDevice(ana);
    clock.set('2030-03-05T22:30:00Z');
    await meeting.write(ben, ana);
    await meeting.runJobs();
    meeting.push.answerWith({ status: 502 });
    clock.set('2030-03-06T07:00:00Z');
    await meeting.runJobs();
    expect(meeting.push.requests()).toBe(1);
    meeting.push.answerWith({ status: 201 });
    await meeting.pass({ seconds: 15 });
    expect(meeting.told()).toEqual(['Ben: 1 new message']);
  });

  test('honours Retry-After for all devices of the service', async () => {
    const { ana, ben, chen } = meeting;
    await meeting.addDevice(ana);
    await meeting.addDevice(ben);
    await meeting.write(chen, ben, 'Hello');
    await meeting.runJobs();
    const before = meeting.push.requests();
    meeting.push.answerWith({ status: 429, headers: { 'retry-after': '120' } });
    await meeting.write(ben, ana);
    await meeting.runJobs();
    expect(meeting.push.requests()).toBe(before + 1);
    meeting.push.answerWith({ status: 201 });
    await meeting.write(chen, ben, 'Hello again');
    await meeting.pass({ seconds: 119 });
    expect(meeting.push.requests()).toBe(before + 1);
    await meeting.pass({ seconds: 1 });
    expect(meeting.push.requests()).toBe(before + 3);
  });

  test('sends after a short Retry-After', async () => {
    const { ana, ben } = meeting;
    await meeting.addDevice(ana);
    meeting.push.answerWith({ status: 429, headers: { 'retry-after': '5' } });
    await meeting.write(ben, ana);
    await meeting.runJobs();
    meeting.push.answerWith({ status: 201 });
    await meeting.pass({ seconds: 4 });
    expect(meeting.told()).toEqual([]);
    await meeting.pass({ seconds: 1 });
    expect(meeting.told()).toEqual(['Ben: 1 new message']);
  });

  test('does not follow redirects', async () => {
    const { ana, ben } = meeting;
    await meeting.addDevice(ana);
    meeting.push.answerWith({ status: 307, headers: { location: 'https://127.0.0.1/' } });
    await meeting.write(ben, ana);
    await meeting.runJobs();
    expect([meeting.push.requests(), meeting.told().length]).toEqual([1, 0]);
  });

  test('retries after a closed connection', async () => {
    const { ana, ben } = meeting;
    await meeting.addDevice(ana);
    meeting.push.answerWith({ status: 201, isDropped: true });
    await meeting.write(ben, ana);
    await meeting.runJobs();
    expect(meeting.told()).toEqual([]);
    meeting.push.answerWith({ status: 201 });
    await meeting.pass({ seconds: 15 });
    expect(meeting.told()).toEqual(['Ben: 1 new message']);
  });

  test('cuts off a large response and uses its status', async () => {
    const { ana, ben } = meeting;
    await meeting.addDevice(ana);
    meeting.push.answerWith({ status: 201, body: 'x'.repeat(20_000_000) });
    await meeting.write(ben, ana);
    await meeting.runJobs();
    await meeting.pass({ hours: 1 });
    expect([meeting.push.requests(), meeting.told()]).toEqual([1, ['Ben: 1 new message']]);
  });

  test('treats an unreadable Retry-After as a minute, and limits it to an hour', async () => {
    const { ana, ben } = meeting;
    await meeting.addDevice(ana);
    meeting.push.answerWith({ status: 503, headers: { 'retry-after': 'soon' } });
    await meeting.write(ben, ana);
    await meeting.runJobs();
    await meeting.pass({ seconds: 59 });
    expect(meeting.push.requests()).toBe(1);
    meeting.push.answerWith({ status: 503, headers: { 'retry-after': '86400' } });
    await meeting.pass({ seconds: 1 });
    expect(meeting.push.requests()).toBe(2);
    meeting.push.answerWith({ status: 201 });
    await meeting.pass({ minutes: 59 });
    expect(meeting.push.requests()).toBe(2);
    await meeting.pass({ minutes: 1 });
    expect(meeting.told()).toEqual(['Ben: 1 new message']);
  });
});
