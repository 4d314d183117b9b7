import { createWords } from '@parlance/words/create-words';
import { describe, expect, test } from 'vitest';
import { ban, type Meeting, startMeeting } from '#test/appointments';
import type { Persona } from '#test/personas';
import { unreadWording } from './notify.mails.ts';
import { notePresence } from './presence.ts';
import { queueUnreadMails } from './unread.ts';

const write = async (meeting: Meeting, from: Persona, to: Persona, content = 'A secret plan') =>
  (await meeting.again(from)).calls.sendTextMessage({ userId: to.userId, content });

/** The subjects of a member's mails about messages, oldest first. */
const mailsTo = ({ sent }: Meeting, { address }: Persona): string[] =>
  sent()
    .filter(({ to, subject }) => to === address && /new message/i.test(subject ?? ''))
    .map(({ subject }) => subject ?? '')
    .toReversed();

const pass = async (meeting: Meeting, minutes: number) => {
  meeting.clock.advance({ minutes });
  await meeting.runJobs();
};

// Rules: docs/specification/notify.md#unread-messages
describe('the mail about a new message', () => {
  test('goes out after five minutes unread, without the text, once until it is read', async () => {
    const meeting = await startMeeting();
    const { ana, ben } = meeting;
    await write(meeting, ben, ana);
    meeting.clock.advance({ minutes: 4, seconds: 59 });
    await meeting.runJobs();
    expect(mailsTo(meeting, ana)).toEqual([]);
    meeting.clock.advance({ seconds: 1 });
    await meeting.runJobs();
    expect(mailsTo(meeting, ana)).toEqual(['New message from Ben']);
    const [mail] = meeting.sent();
    expect(mail?.text).toContain(`/chat/${ben.userId}`);
    expect(JSON.stringify(mail)).not.toContain('secret');
    expect(mail?.headers['List-Unsubscribe']).toMatch(/^<http.*new-chat-message-notification/);

    await write(meeting, ben, ana);
    await pass(meeting, 6);
    await pass(meeting, 60);
    expect(mailsTo(meeting, ana)).toHaveLength(1);

    await (await meeting.again(ana)).calls.markRead({ userId: ben.userId });
    await write(meeting, ben, ana);
    await write(meeting, ben, ana);
    await pass(meeting, 6);
    expect(mailsTo(meeting, ana)).toEqual(['New message from Ben', '2 new messages from Ben']);
  });

  test('counts from the oldest message that was not deleted, and does not number deleted ones', async () => {
    const meeting = await startMeeting();
    const { ana, ben } = meeting;
    const { chatMessageId } = await write(meeting, ben, ana);
    await pass(meeting, 3);
    await write(meeting, ben, ana);
    await (await meeting.again(ben)).calls.deleteMessage({ chatMessageId });
    await pass(meeting, 3);
    expect(mailsTo(meeting, ana)).toEqual([]);
    await pass(meeting, 2);
    expect(mailsTo(meeting, ana)).toEqual(['New message from Ben']);
  });

  test('one for each conversation', async () => {
    const meeting = await startMeeting();
    const { ana, ben, chen } = meeting;
    await write(meeting, ben, ana);
    await write(meeting, chen, ana);
    await pass(meeting, 6);
    expect(mailsTo(meeting, ana).toSorted()).toEqual(['New message from Ben', 'New message from Chen']);
    expect(mailsTo(meeting, ben)).toEqual([]);
  });

  test('not when it was read in time', async () => {
    const meeting = await startMeeting();
    const { ana, ben } = meeting;
    await write(meeting, ben, ana);
    meeting.clock.advance({ minutes: 4 });
    await ana.calls.markRead({ userId: ben.userId });
    await pass(meeting, 60);
    expect(mailsTo(meeting, ana)).toEqual([]);
  });

  test('not when it was read after the decision and before the mail server was up', async () => {
    const meeting = await startMeeting();
    const { ana, ben } = meeting;
    await write(meeting, ben, ana);
    meeting.clock.advance({ minutes: 5 });
    await queueUnreadMails(meeting.platform);
    await ana.calls.markRead({ userId: ben.userId });
    await meeting.runJobs();
    expect(mailsTo(meeting, ana)).toEqual([]);
    expect(await meeting.platform.db.selectFrom('waiting_mails').selectAll().execute()).toEqual([]);
  });

  test('not when the preference is off, and again when it is on', async () => {
    const meeting = await startMeeting();
    const { ana, ben } = meeting;
    await ana.calls.setPreference({ name: 'new-chat-message-notification', value: false });
    await write(meeting, ben, ana);
    await pass(meeting, 6);
    expect(mailsTo(meeting, ana)).toEqual([]);
    await ana.calls.setPreference({ name: 'new-chat-message-notification', value: true });
    await write(meeting, ben, ana);
    await pass(meeting, 6);
    expect(mailsTo(meeting, ana)).toEqual(['2 new messages from Ben']);
  });

  test.each(['the reader', 'the writer'])('not after %s has blocked the other', async (who) => {
    const meeting = await startMeeting();
    const { ana, ben } = meeting;
    await write(meeting, ben, ana);
    if (who === 'the reader') await ana.calls.blockUser({ userId: ben.userId });
    else await ben.calls.blockUser({ userId: ana.userId });
    await pass(meeting, 6);
    expect(mailsTo(meeting, ana)).toEqual([]);
  });

  test('not after the writer or the reader was banned', async () => {
    const meeting = await startMeeting();
    const { ana, ben, chen } = meeting;
    await write(meeting, ben, ana);
    await write(meeting, ana, chen);
    await ban(meeting, ben);
    await ban(meeting, chen);
    await pass(meeting, 6);
    expect([...mailsTo(meeting, ana), ...mailsTo(meeting, chen)]).toEqual([]);
  });

  test('not about a request, nor does the digest tell of it', async () => {
    const meeting = await startMeeting();
    const { ana, ben } = meeting;
    await ana.calls.updateUser({ writesToMe: 'asking' });
    await write(meeting, ben, ana);
    await pass(meeting, 6);
    meeting.clock.set('2030-03-06T08:00:00Z');
    await meeting.runJobs();
    expect(
      meeting.sent().filter(({ to, subject }) => to === ana.address && /message/.test(subject ?? '')),
    ).toEqual([]);
  });

  test('after an outage of more than a day old messages are left to the digest', async () => {
    const meeting = await startMeeting();
    await write(meeting, meeting.ben, meeting.ana);
    await pass(meeting, 25 * 60);
    expect(mailsTo(meeting, meeting.ana)).toEqual([]);
  });

  test('a deleted writer or reader leaves nothing behind', async () => {
    const meeting = await startMeeting();
    const { ana, ben, chen, prove, platform } = meeting;
    await write(meeting, ben, ana);
    await write(meeting, ana, chen);
    meeting.clock.advance({ minutes: 5 });
    await queueUnreadMails(platform);
    expect(await platform.db.selectFrom('unread_notices').selectAll().execute()).toHaveLength(2);
    const token = await prove(ana, ana.address, 'delete-user');
    await ana.calls.deleteUser({ token });
    for (const table of ['unread_notices', 'waiting_mails', 'digest_turns', 'present_users']) {
      const { rows } = await platform.pool.query(`SELECT row_to_json(t)::text AS text FROM ${table} AS t`);
      expect(
        rows.filter(({ text }) => text.includes(ana.userId)),
        table,
      ).toEqual([]);
    }
    await meeting.runJobs();
    expect(mailsTo(meeting, chen)).toEqual([]);
  });
});

describe('no mail while the member is connected, on any node', () => {
  test('a live socket on this node delays the mail until it closes', async () => {
    const meeting = await startMeeting();
    const { ana, ben } = meeting;
    const socket = await ana.connect();
    await write(meeting, ben, ana);
    await pass(meeting, 6);
    await pass(meeting, 6);
    expect(mailsTo(meeting, ana)).toEqual([]);
    socket.close();
    await expect.poll(() => meeting.platform.realtime.connectedUserIds()).toEqual([]);
    await pass(meeting, 6);
    expect(mailsTo(meeting, ana)).toEqual(['New message from Ben']);
  });

  test.each([
    { seconds: 89, what: 'no mail', mails: 0 },
    { seconds: 90, what: 'one mail', mails: 1 },
  ])('$seconds seconds after the last sign of life $what waits', async ({ seconds, mails }) => {
    const meeting = await startMeeting();
    const { ana, ben, platform, clock } = meeting;
    await write(meeting, ben, ana);
    await ana.connect();
    clock.advance({ seconds: 5 * 60 - seconds });
    await notePresence(platform);
    clock.advance({ seconds });
    await queueUnreadMails(platform);
    expect(await platform.db.selectFrom('waiting_mails').selectAll().execute()).toHaveLength(mails);
  });

  test('a socket on another node delays it too, unless that node is dead', async () => {
    const meeting = await startMeeting();
    const { ana, ben } = meeting;
    const node = await meeting.startNode();
    await meeting.on(node, ana).connect();
    await write(meeting, ben, ana);
    meeting.clock.advance({ minutes: 5 });
    await node.platform.jobs.runDue();
    await meeting.runJobs();
    expect(mailsTo(meeting, ana)).toEqual([]);
    // The other node stops sending heartbeats, though its sockets were never closed.
    await pass(meeting, 5);
    expect(mailsTo(meeting, ana)).toEqual(['New message from Ben']);
  });
});

test('two nodes that run concurrently send one mail', async () => {
  const meeting = await startMeeting();
  const node = await meeting.startNode();
  await write(meeting, meeting.ben, meeting.ana);
  meeting.clock.advance({ minutes: 6 });
  await Promise.all([meeting, node, meeting, node].map(({ platform }) => platform.jobs.runDue()));
  const sent = [...meeting.sent(), ...(node.outbox?.entries() ?? [])];
  expect(sent.filter(({ subject }) => subject === 'New message from Ben')).toHaveLength(1);
});

describe('the words of the mail about new messages', () => {
  const about = (count: number) => ({ name: 'Ben', count, url: 'https://parlance.test/chat/1' });

  test('are these in English', () => {
    expect(unreadWording(createWords('en'), about(1))).toMatchObject({
      subject: 'New message from Ben',
      preview: 'Ben wrote to you on Parlance.',
      blocks: [
        { kind: 'heading', text: 'New message from Ben' },
        { kind: 'paragraph', text: 'Ben wrote to you on Parlance.' },
        { kind: 'button', label: 'Read the message', url: 'https://parlance.test/chat/1' },
        { kind: 'smallPrint', text: 'We will not email you about Ben again until you have read this.' },
      ],
    });
    expect(unreadWording(createWords('en'), about(1000))).toMatchObject({
      subject: '1000 new messages from Ben',
      preview: 'Ben wrote to you several times on Parlance.',
      blocks: [{}, {}, { label: 'Read the messages' }, {}],
    });
  });

  test('have the forms of the language of their reader', () => {
    const forms = {
      one: '{count} новое сообщение: {name}',
      few: '{count} новых сообщения: {name}',
      many: '{count} новых сообщений: {name}',
    };
    const russian = createWords('ru', { words: { 'New message from {name}': forms } });
    expect([1, 2, 5, 21].map((count) => unreadWording(russian, about(count)).subject)).toEqual([
      '1 новое сообщение: Ben',
      '2 новых сообщения: Ben',
      '5 новых сообщений: Ben',
      '21 новое сообщение: Ben',
    ]);
  });
});
