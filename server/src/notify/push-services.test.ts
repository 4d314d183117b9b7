import { beforeEach, describe, expect, test } from 'vitest';
import { type PushMeeting, startPushMeeting } from '#test/push-meeting';

let meeting: PushMeeting;
beforeEach(async () => {
  meeting = await startPushMeeting();
});

// Rules: docs/specification/notify.md#push-notifications
describe('a push service', () => {
  beforeEach(() => meeting.acquaint());

  test.each([404, 410])('that answers %i has forgotten the device', async (status) => {
    const { ana, ben } = meeting;
    await meeting.addDevice(ana);
    meeting.push.answerWith({ status });
    await meeting.write(ben, ana);
    await meeting.runJobs();
    expect(await meeting.devicesOf(ana)).toEqual([]);
  });

  test('that refuses three times in a row loses the device', async () => {
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

  test('that refuses keeps the device if it accepts in between', async () => {
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

  test('that fails is asked again after 15 seconds, then twice as long, and other devices are not told twice', async () => {
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

  test('that asks for a pause gets nothing for any device until its end', async () => {
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

  test('that asks for a short pause gets the notification after it', async () => {
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

  test('that redirects is not followed', async () => {
    const { ana, ben } = meeting;
    await meeting.addDevice(ana);
    meeting.push.answerWith({ status: 307, headers: { location: 'https://127.0.0.1/' } });
    await meeting.write(ben, ana);
    await meeting.runJobs();
    expect([meeting.push.requests(), meeting.told().length]).toEqual([1, 0]);
  });

  test('that closes the connection is asked again', async () => {
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

  test('that sends a large response is cut off, and its status counts', async () => {
    const { ana, ben } = meeting;
    await meeting.addDevice(ana);
    meeting.push.answerWith({ status: 201, body: 'x'.repeat(20_000_000) });
    await meeting.write(ben, ana);
    await meeting.runJobs();
    await meeting.pass({ hours: 1 });
    expect([meeting.push.requests(), meeting.told()]).toEqual([1, ['Ben: 1 new message']]);
  });

  test('that asks for a pause in other words gets a minute, and at most an hour', async () => {
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
