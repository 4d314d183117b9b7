import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { listen, startContact } from '#test/first-contact';
import { codeOf, recording } from '#test/moderation';
import type { Persona } from '#test/personas';

/** A busy machine is slow, not wrong. */
const patience = { timeout: 60_000 };
const link = 'Write to me at https://example.com/anna';

// Rules: docs/specification/contact.md#notified-or-silent
describe('a first message', () => {
  test('of an ordinary newcomer arrives as ever: event, list, unread count, no request', async () => {
    const { join, write } = await startContact();
    const [olga, ben] = [await join('Olga'), await join('Ben')];
    const heard = await listen(ben);
    await write(olga, ben, 'Hola');
    await vi.waitFor(() => expect(heard.messages).toEqual(['Hola']), patience);
    expect(heard.requests).toEqual([]);
    expect(await ben.calls.getChatStat()).toEqual({ unreadMessages: 1, requests: 0 });
    expect((await ben.calls.listChats({})).chats).toMatchObject([
      { unreadCount: 1, profile: { name: 'Olga' } },
    ]);
    expect(await ben.calls.listMessages({ userId: olga.userId })).toMatchObject({
      count: 1,
      isRequest: false,
    });
  });

  test('with contact details waits as a request: no message event, list, unread count, search or typing', async () => {
    const { join, write } = await startContact();
    const [olga, ben] = [await join('Olga'), await join('Ben')];
    const heard = await listen(ben);
    await write(olga, ben, link);
    await vi.waitFor(() => expect(heard.requests).toEqual([1]), patience);
    const socket = await olga.connect();
    socket.tellTyping(ben.userId);
    await write(olga, ben, 'and again');
    await vi.waitFor(() => expect(heard.requests).toEqual([1, 1]), patience);
    expect([heard.messages, heard.typing]).toEqual([[], []]);
    expect(await ben.calls.getChatStat()).toEqual({ unreadMessages: 0, requests: 1 });
    expect(await ben.calls.listChats({})).toEqual({ count: 0, chats: [] });
    expect(await ben.calls.listChats({ query: 'example' })).toEqual({ count: 0, chats: [] });
    expect((await olga.calls.listChats({})).count).toBe(1);
  });

  test('that is sent again with the same key is a request again, also after a decline', async () => {
    const { join } = await startContact();
    const [olga, ben] = [await join('Olga'), await join('Ben')];
    await ben.calls.updateUser({ writesToMe: 'asking' });
    const heard = await listen(ben);
    const first = { userId: ben.userId, content: 'Hola', clientMessageId: randomUUID() };
    const { chatMessageId } = await olga.calls.sendTextMessage(first);
    await vi.waitFor(() => expect(heard.requests).toEqual([1]), patience);
    expect(await olga.calls.sendTextMessage(first)).toMatchObject({ chatMessageId });
    await vi.waitFor(() => expect(heard.requests).toEqual([1, 1]), patience);
    await ben.calls.declineRequest({ userId: olga.userId });
    await olga.calls.sendTextMessage(first);
    // Later events of the same member; of the repeated message there is none before them.
    const cleo = await join('Cleo');
    await ben.calls.sendTextMessage({ userId: cleo.userId, content: 'Hello' });
    await cleo.calls.sendTextMessage({ userId: ben.userId, content: 'Hi Ben' });
    await vi.waitFor(() => expect(heard.messages).toEqual(['Hello', 'Hi Ben']), patience);
  });

  test('of a trusted member may hold contact details, and so may one to an admin', async () => {
    const { join, write, trust, placeOf } = await startContact();
    const [olga, ben, ada] = [await join('Olga'), await join('Ben'), await join('Ada')];
    await write(olga, ada, link);
    expect(await placeOf(olga, ada)).toBe('notified');
    await trust(olga);
    await write(olga, ben, link);
    expect(await placeOf(olga, ben)).toBe('notified');
  });

  test('contact details in a later message, or added by an edit, before the answer make a request', async () => {
    const { join, write, placeOf } = await startContact();
    const [olga, ben, cleo] = [await join('Olga'), await join('Ben'), await join('Cleo')];
    await write(olga, ben);
    await write(olga, ben, link);
    expect(await placeOf(olga, ben)).toBe('contact');
    const { chatMessageId } = await olga.calls.sendTextMessage({ userId: cleo.userId, content: 'Hello' });
    await olga.calls.updateMessage({ chatMessageId, content: link });
    expect(await placeOf(olga, cleo)).toBe('contact');
  });

  test('an edit counts for a trusted member, too, while an admin restricts them', async () => {
    const { join, trust, placeOf, platform, clock } = await startContact();
    const [olga, ben] = [await join('Olga'), await join('Ben')];
    await trust(olga);
    const { chatMessageId } = await olga.calls.sendTextMessage({ userId: ben.userId, content: 'Hello' });
    await platform.pool.query('UPDATE contact_standing SET limited_until = $2 WHERE user_id = $1', [
      ...[olga.userId, new Date(clock.now().getTime() + 3_600_000)],
    ]);
    await olga.calls.updateMessage({ chatMessageId, content: link });
    expect(await placeOf(olga, ben)).toBe('contact');
  });

  test('contact details after a request of volume, waiting or promoted, are the reason from then on', async () => {
    const { join, write, placeOf, platform } = await startContact({
      ...{ CONTACT_NOTIFIED_PER_DAY: '0', CONTACT_NOTIFIED_MAX: '0' },
    });
    const [olga, ben, cleo] = [await join('Olga'), await join('Ben'), await join('Cleo')];
    await write(olga, ben);
    await write(olga, cleo);
    expect(await placeOf(olga, ben)).toBe('volume');
    // Not even the recipient is told of a limit of the sender.
    expect((await ben.calls.listRequests({})).requests).toMatchObject([{ why: 'silent' }]);
    await platform.pool.query('UPDATE conversation_members SET is_request = false WHERE user_id = $1', [
      cleo.userId,
    ]);
    await write(olga, ben, link);
    await write(olga, cleo, link);
    expect([await placeOf(olga, ben), await placeOf(olga, cleo)]).toEqual(['contact', 'contact']);
  });

  test('and after the answer nothing is looked at any more', async () => {
    const { join, write, placeOf } = await startContact();
    const [olga, ben] = [await join('Olga'), await join('Ben')];
    await write(olga, ben);
    await write(ben, olga, 'Hi');
    await write(olga, ben, link);
    expect(await placeOf(olga, ben)).toBe('notified');
    expect((await ben.calls.getChatStat()).unreadMessages).toBe(2);
  });
});

describe('before an answer', () => {
  test('twenty messages pass, the next names the recipient, and an answer lifts the limit', async () => {
    const { join, write } = await startContact();
    const [olga, ben] = [await join('Olga'), await join('Ben')];
    for (let nth = 1; nth <= 20; nth++) await write(olga, ben, `${nth}`);
    await expect(write(olga, ben)).rejects.toMatchObject({
      code: 6001,
      message: 'Ben has not answered yet. You can write again when they do.',
      values: { name: 'Ben' },
      timeout: undefined,
    });
    await write(ben, olga, 'Hi');
    for (let nth = 1; nth <= 3; nth++) await write(olga, ben, `${nth}`);
  });

  test('messages sent at once are counted together', async () => {
    const { join, write } = await startContact();
    const [olga, ben] = [await join('Olga'), await join('Ben')];
    const codes = await Promise.all(Array.from({ length: 25 }, () => codeOf(write(olga, ben))));
    expect(codes.filter((code) => code === 6001)).toHaveLength(5);
  });
});

// Rules: docs/specification/contact.md#requests
describe('the request inbox', () => {
  test('shows the beginning of the first message, without picture; reading marks nothing', async () => {
    const { join, write, platform } = await startContact();
    const [olga, ben] = [await join('Olga'), await join('Ben')];
    await write(olga, ben, `${link} ${'字'.repeat(600)}`);
    await write(olga, ben, 'second');
    await platform.pool.query(`UPDATE users SET profile_image_key = 'profile-images/x.jpg'`);
    const { count, requests } = await ben.calls.listRequests({});
    expect(count).toBe(1);
    expect(requests).toMatchObject([
      {
        profile: { userId: olga.userId, name: 'Olga', profileImageUrl: null },
        languages: [{ languageCode: 'en' }],
        messageCount: 2,
        why: 'contact',
        durationMs: null,
      },
    ]);
    expect([...(requests[0]?.text ?? '')]).toHaveLength(500);
    await ben.calls.listMessages({ userId: olga.userId });
    await ben.calls.markRead({ userId: olga.userId });
    const { messages } = await olga.calls.listMessages({ userId: ben.userId });
    expect(messages.map(({ deliveredAt, readAt }) => [deliveredAt, readAt])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  test('lists the one with the newest message first, each once over the pages, with the first text that is left', async () => {
    const { join, write, clock } = await startContact();
    const ben = await join('Ben');
    const [olga, omar, cleo] = [await join('Olga'), await join('Omar'), await join('Cleo')];
    await ben.calls.updateUser({ writesToMe: 'asking' });
    const createdAt = clock.now();
    const { chatMessageId } = await olga.calls.sendTextMessage({ userId: ben.userId, content: 'one' });
    clock.advance({ minutes: 1 });
    await write(omar, ben, 'two');
    await write(cleo, ben, 'three');
    const texts = async () => {
      const found = [];
      for (const offset of [0, 1, 2]) {
        const { count, requests } = await ben.calls.listRequests({ limit: 1, offset });
        found.push(count, ...requests.map(({ text }) => text));
      }
      return found;
    };
    expect(await texts()).toEqual([3, 'three', 3, 'two', 3, 'one']);
    clock.advance({ minutes: 1 });
    await write(olga, ben, 'four');
    expect(await texts()).toEqual([3, 'one', 3, 'three', 3, 'two']);
    const newest = async () => (await ben.calls.listRequests({ limit: 1 })).requests;
    expect(await newest()).toMatchObject([{ messageCount: 2, createdAt }]);
    await olga.calls.deleteMessage({ chatMessageId });
    expect(await newest()).toMatchObject([{ text: 'four' }]);
  });

  test('a voice message is not playable before the answer', async () => {
    const { join, write } = await startContact();
    const [olga, ben] = [await join('Olga'), await join('Ben')];
    await ben.calls.updateUser({ writesToMe: 'asking' });
    await olga.calls.sendVoiceMessage({ userId: ben.userId, audio: await recording() });
    const { requests } = await ben.calls.listRequests({});
    expect(requests).toMatchObject([{ text: null, why: 'asked' }]);
    expect(requests[0]?.durationMs).toBeGreaterThan(300);
    const waiting = await ben.calls.listMessages({ userId: olga.userId });
    expect([waiting.isRequest, waiting.messages[0]?.audioUrl]).toEqual([true, null]);
    await write(ben, olga, 'Hi');
    const accepted = await ben.calls.listMessages({ userId: olga.userId });
    expect([accepted.isRequest, accepted.messages[1]?.audioUrl]).toEqual([false, expect.any(String)]);
  });

  test('answering accepts: the conversation moves to the list', async () => {
    const { join, write } = await startContact();
    const [olga, ben] = [await join('Olga'), await join('Ben')];
    await write(olga, ben, link);
    await write(ben, olga, 'Hi');
    expect(await ben.calls.listRequests({})).toEqual({ count: 0, requests: [] });
    expect(await ben.calls.getChatStat()).toEqual({ unreadMessages: 1, requests: 0 });
    expect((await ben.calls.listChats({})).count).toBe(1);
    await ben.calls.markRead({ userId: olga.userId });
    const { messages } = await olga.calls.listMessages({ userId: ben.userId });
    expect(messages[1]?.readAt).not.toBeNull();
  });

  test('decline takes it off the list for good, unseen by the sender; without a request it is 404', async () => {
    const { join, write } = await startContact();
    const [olga, ben, cleo] = [await join('Olga'), await join('Ben'), await join('Cleo')];
    await write(olga, ben, link);
    const decline = (userId: string) => codeOf(ben.calls.declineRequest({ userId }));
    const seen = async () =>
      JSON.stringify([
        await olga.calls.getStanding(),
        await olga.calls.listMessages({ userId: ben.userId }),
        { ...(await olga.calls.exportUser()), exportedAt: null },
      ]);
    const before = await seen();
    expect([await decline(olga.userId), await decline(olga.userId)]).toEqual([null, null]);
    expect(await seen()).toBe(before);
    await write(olga, ben, 'again');
    expect((await ben.calls.listRequests({})).count).toBe(0);
    expect((await ben.calls.getChatStat()).requests).toBe(0);
    expect((await ben.calls.exportUser()).declinedUsers).toMatchObject([{ userId: olga.userId }]);
    await write(cleo, ben);
    expect([await decline(cleo.userId), await decline(ben.userId)]).toEqual([4001, 4001]);
  });

  test('refuse blocks and reports in one step, with protection from newer accounts for 14 days', async () => {
    const { join, write, platform, clock, placeOf } = await startContact();
    const [olga, ben, cleo] = [await join('Olga'), await join('Ben'), await join('Cleo')];
    await write(olga, ben, link);
    const refuse = () =>
      ben.calls.refuseRequest({ userId: olga.userId, reason: 'harassment', text: 'rude', protect: true });
    await refuse();
    await refuse();
    expect(await ben.calls.listRequests({})).toEqual({ count: 0, requests: [] });
    expect((await ben.calls.exportUser()).contactProtection).toEqual({
      since: clock.now().toISOString(),
      until: new Date(clock.now().getTime() + 14 * 86_400_000).toISOString(),
    });
    expect(await codeOf(write(olga, ben))).toBe(3002);
    const { rows } = await platform.pool.query('SELECT reason, text, reported_user_id FROM chat_reports');
    expect(rows).toEqual([{ reason: 'harassment', text: 'rude', reported_user_id: olga.userId }]);
    clock.advance({ seconds: 1 });
    const again = await join('Olga2');
    await write(cleo, ben);
    await write(again, ben);
    expect([await placeOf(cleo, ben), await placeOf(again, ben)]).toEqual(['notified', 'asked']);
    await platform.pool.query(`UPDATE contact_protections SET until = $1`, [clock.now()]);
    const later = await join('Olga3');
    await write(later, ben);
    expect(await placeOf(later, ben)).toBe('notified');
    expect(await codeOf(ben.calls.refuseRequest({ userId: cleo.userId }))).toBe(4001);
  });

  test('refuse counts among the twenty reports an hour, and blocks nobody beyond them', async () => {
    const { join, write } = await startContact();
    const [olga, ben, cleo] = [await join('Olga'), await join('Ben'), await join('Cleo')];
    for (let nth = 0; nth < 20; nth++) await write(olga, ben);
    const { messages } = await ben.calls.listMessages({ userId: olga.userId, limit: 20 });
    for (const { chatMessageId } of messages) await ben.calls.reportMessage({ chatMessageId });
    await write(cleo, ben, link);
    expect(await codeOf(ben.calls.refuseRequest({ userId: cleo.userId }))).toBe(6001);
    expect(await codeOf(write(cleo, ben))).toBeNull();
  });

  test('refuse works on a request that was promoted meanwhile, until the answer', async () => {
    const { join, write, platform } = await startContact();
    const [olga, ben] = [await join('Olga'), await join('Ben')];
    const promote = () => platform.pool.query('UPDATE conversation_members SET is_request = false');
    await write(olga, ben, link);
    await promote();
    await ben.calls.refuseRequest({ userId: olga.userId, reason: 'harassment' });
    expect(await codeOf(write(olga, ben))).toBe(3002);
    const cleo = await join('Cleo');
    await write(cleo, ben, link);
    await promote();
    await write(ben, cleo);
    expect(await codeOf(ben.calls.refuseRequest({ userId: cleo.userId }))).toBe(4001);
  });

  test('a refusal without protection lets newer accounts write as before', async () => {
    const { join, write, placeOf, clock } = await startContact();
    const [olga, ben] = [await join('Olga'), await join('Ben')];
    await write(olga, ben, link);
    await ben.calls.refuseRequest({ userId: olga.userId, reason: 'spam' });
    clock.advance({ seconds: 1 });
    const omar = await join('Omar');
    await write(omar, ben);
    expect(await placeOf(omar, ben)).toBe('notified');
  });

  test('a refusal reports the newest message that its sender has not deleted', async () => {
    const { join, platform } = await startContact();
    const [olga, ben] = [await join('Olga'), await join('Ben')];
    const send = (content: string) => olga.calls.sendTextMessage({ userId: ben.userId, content });
    const [kept, gone] = [await send(link), await send('forget it')];
    await olga.calls.deleteMessage({ chatMessageId: gone.chatMessageId });
    await ben.calls.refuseRequest({ userId: olga.userId, reason: 'harassment' });
    const { rows } = await platform.pool.query('SELECT chat_message_id FROM chat_reports');
    expect(rows).toEqual([{ chat_message_id: kept.chatMessageId }]);
  });

  test('a second refusal prolongs the protection, and accounts that were new at the first stay new', async () => {
    const { join, write, clock, placeOf, signIn, runJobs, platform } = await startContact();
    const [olga, ben] = [await join('Olga'), await join('Ben')];
    const refuse = async (who: Persona, by = ben) => {
      await write(who, by, link);
      await by.calls.refuseRequest({ userId: who.userId, reason: 'harassment', protect: true });
      return (await by.calls.exportUser()).contactProtection;
    };
    const protectionOf = (since: Date) => ({
      since: since.toISOString(),
      until: new Date(clock.now().getTime() + 14 * 86_400_000).toISOString(),
    });
    const began = clock.now();
    await refuse(olga);
    clock.advance({ seconds: 1 });
    const between = await join('Olga2');
    clock.advance({ seconds: 1 });
    expect(await refuse(await join('Olga3'))).toEqual(protectionOf(began));
    await write(between, ben);
    expect(await placeOf(between, ben)).toBe('asked');
    // One that is over begins anew.
    clock.advance({ days: 14 });
    const protection = await refuse(await join('Olga4'), await signIn(ben.address));
    expect(protection).toEqual(protectionOf(clock.now()));
    const stored = async () => {
      await runJobs();
      return (await platform.pool.query('SELECT FROM contact_protections')).rowCount;
    };
    clock.advance({ days: 44, ms: -1 });
    const last = await stored();
    clock.advance({ minutes: 1 });
    expect([last, await stored()]).toEqual([1, 0]);
  });

  test('an admin cannot be blocked by refusing, only declined', async () => {
    const { join, write } = await startContact();
    const [ada, ben] = [await join('Ada'), await join('Ben')];
    await ben.calls.updateUser({ writesToMe: 'asking' });
    await write(ada, ben);
    expect(await codeOf(ben.calls.refuseRequest({ userId: ada.userId }))).toBe(3000);
    expect(await codeOf(write(ada, ben))).toBeNull();
    expect(await codeOf(ben.calls.declineRequest({ userId: ada.userId }))).toBeNull();
  });
});

// Rules: docs/specification/contact.md#what-the-sender-sees
describe('the sender cannot tell a request from a notified message', () => {
  const silent: Record<string, { prepare(ben: Persona): Promise<unknown>; content?: string }> = {
    'by the setting of the recipient': { prepare: (ben) => ben.calls.updateUser({ writesToMe: 'asking' }) },
    'by a pause': {
      prepare: (ben) => ben.calls.updateUser({ pausedUntil: new Date('2031-01-01T00:00:00Z') }),
    },
    'by contact details': { prepare: async () => undefined, content: link },
  };

  /** Everything that the sender reads, as bytes; ids, times and the text are replaced. */
  async function seen(olga: Persona, ben: Persona, content: string): Promise<string> {
    const heard: [string, unknown][] = [];
    const socket = await olga.connect();
    for (const event of ['chat:message', 'chat:message-status'] as const)
      socket.on(event, (value: unknown) => heard.push([event, value]));
    await ben.connect();
    const sent = await olga.send('POST', `/v1/chat/dm/${ben.userId}`, { content });
    const body = await sent.text();
    // Delivered by the acknowledgement of the recipient's socket, in both cases.
    await vi.waitFor(() => expect(heard).toHaveLength(2), patience);
    const pages = [];
    for (const path of [`/v1/chat/dm/${ben.userId}`, '/v1/chat', '/v1/chat/stat', '/v1/user/standing'])
      pages.push(await (await olga.send('GET', path)).text());
    // The two events come by different ways and may change places.
    heard.sort(([one], [other]) => one.length - other.length);
    const headers = [...sent.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
    return JSON.stringify([sent.status, headers.map(([name]) => name), body, pages, heard])
      .replaceAll(content, '(text)')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '(id)')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(time)');
  }

  test.each(Object.entries(silent))('%s', async (_why, { prepare, content = 'Good evening' }) => {
    const { join, placeOf } = await startContact();
    const [olga, ben, omar, cleo] = [
      await join('Olga'),
      await join('Ben'),
      await join('Omar'),
      await join('Ben2'),
    ];
    await prepare(ben);
    const ofRequest = await seen(olga, ben, content);
    const ofMessage = await seen(omar, cleo, 'Good morning');
    expect(await placeOf(olga, ben)).not.toBe('notified');
    expect(await placeOf(omar, cleo)).toBe('notified');
    expect(ofRequest.replaceAll('Ben2', 'Ben')).toBe(ofMessage.replaceAll('Ben2', 'Ben'));
  });

  test('by the protection of the recipient', async () => {
    const { join, platform, clock, placeOf } = await startContact();
    const [ben, cleo] = [await join('Ben'), await join('Ben2')];
    await platform.pool.query('INSERT INTO contact_protections VALUES ($1, $2, $3)', [
      ...[ben.userId, clock.now(), new Date('2031-01-01T00:00:00Z')],
    ]);
    clock.advance({ seconds: 1 });
    const [olga, omar] = [await join('Olga'), await join('Omar')];
    const ofRequest = await seen(olga, ben, 'Hello');
    const ofMessage = await seen(omar, cleo, 'Hello');
    expect([await placeOf(olga, ben), await placeOf(omar, cleo)]).toEqual(['asked', 'notified']);
    expect(ofRequest.replaceAll('Ben2', 'Ben')).toBe(ofMessage.replaceAll('Ben2', 'Ben'));
  });
});
