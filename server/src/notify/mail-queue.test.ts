import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { deliverDueMails } from '#platform/mail-delivery';
import { type Meeting, startMeeting } from '#test/appointments';
import { workerDatabase } from '#test/database';
import { forkMailClaimer } from '#test/fork';
import { openPostOffice } from '#test/post-office';
import { queueDueDigests } from './digest.ts';
import { notifyMails } from './notify.mails.ts';
import { queueUnreadMails } from './unread.ts';

/** A digest and a mail about a message are queued for Ana. */
async function startWithMails() {
  const meeting = await startMeeting();
  const { ana, ben, clock, platform } = meeting;
  await queueDueDigests(platform);
  clock.set('2030-03-06T07:54:00Z');
  await (await meeting.again(ben)).calls.sendTextMessage({ userId: ana.userId, content: 'Hello' });
  clock.set('2030-03-06T08:00:00Z');
  await queueUnreadMails(platform);
  await queueDueDigests(platform);
  const office = await openPostOffice(clock);
  const deliver = () => deliverDueMails({ ...platform, mail: office.mailer }, notifyMails);
  const subjects = () => office.arrivals.map(({ headers }) => headers.get('subject')?.[0]).toSorted();
  return { ...meeting, office, deliver, subjects };
}

const both = ['New message from Ben', 'Your day: 1 unread message'];

/** Claims due mails and dies before sending: as a real process if the database can be shared. */
async function dieAfterClaiming({ platform, clock }: Meeting): Promise<void> {
  const { databaseUrl } = await workerDatabase();
  if (databaseUrl === null) {
    const { promise, resolve } = Promise.withResolvers<void>();
    // Sending never returns: to other nodes this one looks dead.
    const stop = () => {
      resolve();
      return new Promise<never>(() => {});
    };
    void deliverDueMails(platform, { unread: stop, digest: stop });
    await promise;
    return;
  }
  const job = { databaseUrl, now: clock.now().toISOString(), kinds: Object.keys(notifyMails) };
  const claimer = forkMailClaimer(JSON.stringify(job));
  await once(claimer, 'message');
  claimer.kill('SIGKILL');
  expect((await once(claimer, 'exit'))[1]).toBe('SIGKILL');
}

describe('each mail once', () => {
  test('a node is killed between claiming and sending: another sends each mail exactly once', async () => {
    const started = await startWithMails();
    const { clock, deliver, subjects } = started;
    await dieAfterClaiming(started);
    await deliver();
    expect(subjects()).toEqual([]);
    // The claim holds for the duration of a send, even for a node whose clock is ten minutes ahead.
    clock.advance({ minutes: 14, seconds: 59 });
    await deliver();
    expect(subjects()).toEqual([]);
    clock.advance({ seconds: 1 });
    await Promise.all([deliver(), deliver()]);
    expect(subjects()).toEqual(both);
    for (let hour = 0; hour < 3; hour += 1) {
      clock.advance({ hours: 1 });
      await queueUnreadMails(started.platform);
      await queueDueDigests(started.platform);
      await deliver();
    }
    expect(subjects()).toEqual(both);
  });

  test('mail is down, then up: each attempt waits longer, nothing is lost, nothing is doubled', async () => {
    const { clock, office, deliver, subjects, platform } = await startWithMails();
    office.isClosed = true;
    const delays: number[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await deliver();
      const { due_at } = await platform.db
        .selectFrom('waiting_mails')
        .select('due_at')
        .orderBy('due_at')
        .executeTakeFirstOrThrow();
      delays.push((due_at.getTime() - clock.now().getTime()) / 1000);
      clock.set(due_at);
    }
    expect(delays).toEqual([15, 30, 60, 120]);
    expect(subjects()).toEqual([]);
    office.isClosed = false;
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(subjects()).toEqual(both);
    const ids = office.arrivals.flatMap(({ headers }) => headers.get('message-id') ?? []);
    expect(new Set(ids).size).toBe(2);
    clock.advance({ hours: 2 });
    await deliver();
    expect(subjects()).toEqual(both);
    expect(await platform.db.selectFrom('waiting_mails').selectAll().execute()).toEqual([]);
  });

  test('a node whose claim has expired does not put off the mail of the new holder', async () => {
    const { clock, office, deliver, platform } = await startWithMails();
    const [started, failed] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()];
    const send = () => {
      started.resolve();
      return failed.promise;
    };
    const late = deliverDueMails({ ...platform, mail: { ...office.mailer, send } }, notifyMails);
    await started.promise;
    clock.advance({ minutes: 15 });
    office.isClosed = true;
    await deliver();
    const waiting = () => platform.db.selectFrom('waiting_mails').selectAll().orderBy('mail_id').execute();
    const held = await waiting();
    expect(held.map(({ due_at }) => due_at.getTime() - clock.now().getTime())).toEqual([30_000, 30_000]);
    clock.advance({ seconds: 1 });
    failed.reject(new Error('too late'));
    await late;
    expect(await waiting()).toEqual(held);
  });

  test('the longest wait is an hour; mails of a kind of a later release stay', async () => {
    const { clock, office, deliver, platform } = await startWithMails();
    office.isClosed = true;
    await platform.db.updateTable('waiting_mails').set({ attempts: 98 }).execute();
    await platform.db
      .updateTable('waiting_mails')
      .set({ kind: 'of-a-later-release' })
      .where('kind', '=', 'digest')
      .execute();
    await deliver();
    const rows = await platform.db.selectFrom('waiting_mails').selectAll().orderBy('attempts').execute();
    expect(
      rows.map(({ kind, attempts, due_at }) => [kind, attempts, due_at.getTime() - clock.now().getTime()]),
    ).toEqual([
      ['of-a-later-release', 98, 0],
      ['unread', 99, 3_600_000],
    ]);
  });

  test('an address that refuses every mail is given up after a hundred attempts, without delaying others', async () => {
    const { clock, office, deliver, platform, log } = await startWithMails();
    office.isClosed = true;
    await platform.db.updateTable('waiting_mails').set({ attempts: 99 }).execute();
    log.expectError('a mail is given up');
    await deliver();
    clock.advance({ hours: 2 });
    office.isClosed = false;
    await deliver();
    expect(office.arrivals).toEqual([]);
    expect(await platform.db.selectFrom('waiting_mails').selectAll().execute()).toEqual([]);
  });
});
