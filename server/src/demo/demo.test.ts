import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Locale } from '@parlance/contract/account';
import { errorTable } from '@parlance/contract/error-table';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Ports, startApp } from '#app';
import { readConfig } from '#config';
import { demoOfFile, enterDemo } from '#test/demo';
import { photo } from '#test/pair';
import { type Community, claimsOf, type Persona, startCommunity } from '#test/personas';
import { lastSeen } from './activity.ts';
import { cast, demoUser } from './cast.ts';
import { freeTimesOf } from './free-times.ts';
import { hum } from './hum.ts';
import { type Phrase, phraseIn } from './phrases.ts';
import { type Heard, replyTo } from './replies.ts';
import { scenes } from './scenes.ts';
import { correctionOf } from './slips.ts';

// Each test creates or restores a whole community.
vi.setConfig({ testTimeout: 90_000 });

const startDemo = demoOfFile();

const enter = (community: Community): Promise<Persona> => enterDemo(community);

async function idOf({ platform }: Community, key: string): Promise<string> {
  const row = await platform.db
    .selectFrom('demo_people')
    .select('user_id')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return row.user_id;
}

/** Advances the clock in steps and runs the jobs. */
async function pass(community: Community, seconds: number, step = 2): Promise<void> {
  for (let passed = 0; passed < seconds; passed += step) {
    community.clock.advance({ seconds: step });
    await community.runJobs();
  }
}

async function countOf(community: Community, table: 'users' | 'schedule_slots' | 'chat_messages') {
  const { rows } = await community.platform.pool.query(`SELECT count(*) FROM ${table}`);
  return Number(rows[0].count);
}

/** Restarts the same installation. */
async function restart(community: Community, env: Record<string, string> = {}, ports: Ports = {}) {
  const { config, files, pool, reserved, walkPool, db, log, clock } = community.platform;
  const database = { pool, reserved, walkPool, db, close: async () => {} };
  const settings = { ...config, ...env, port: 0 };
  return startApp(settings, { clock, log, files, manualJobs: true, database: database as never, ...ports });
}

test('the first start creates members, pictures, slots, partners, conversations and sessions', async () => {
  const community = await startDemo();
  const { calls } = await enter(community);
  const own = await calls.getUser();
  expect([own.name, own.interests.length >= 5, own.description !== '']).toEqual([demoUser.name, true, true]);
  const everybody = await calls.searchUsers({ limit: 50 });
  const rest = await calls.searchUsers({ limit: 50, offset: 50 });
  const people = [...everybody.users, ...rest.users];
  expect([everybody.count, people.length]).toEqual([60, 60]);
  const spoken = people.flatMap(({ languages }) =>
    languages.filter(({ learning }) => !learning).map(({ languageCode }) => languageCode),
  );
  expect(new Set(spoken).size).toBeGreaterThanOrEqual(20);
  for (const { profileImageUrl, description } of people) {
    expect(description.length).toBeGreaterThan(40);
    expect(profileImageUrl).toMatch(/^\/media\/profile-images\/[0-9a-f]{32}\.jpg$/);
  }
  expect(new Set(people.map(({ profileImageUrl }) => profileImageUrl)).size).toBe(60);
  const picture = await fetch(community.url + people[0]?.profileImageUrl);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(await countOf(community, 'schedule_slots')).toBeGreaterThan(500);

  // The demo user finds mutual partners first, and search counts agree with the pages.
  const { users } = await calls.searchUsers({ limit: 10 });
  expect(users.map(({ fit }) => fit?.tier)).toEqual(Array(10).fill('mutual'));
  const learners = await calls.searchUsers({ languageCode: 'en', learning: true, limit: 50 });
  expect(learners.count).toBe(learners.users.length);
  expect(learners.count).toBe(cast.filter(({ learns }) => 'en' in learns).length);
  const named = await calls.searchUsers({ query: 'fernandez' });
  expect(named.users.map(({ name }) => name)).toEqual(['Lucía Fernández']);

  // Past and upcoming content of the account.
  const { chats } = await calls.listChats();
  const partners = new Set(scenes.map((scene) => scene.with));
  expect(chats.length).toBe(partners.size);
  expect(await calls.getChatStat()).toEqual({ unreadMessages: 2, requests: 2 });
  const waiting = await calls.listRequests({});
  expect(waiting.requests.map(({ profile, why }) => [profile.name, why])).toEqual([
    ['Dimas Prasetyo', 'contact'],
    ['Ximena Ortega Ruiz', 'asked'],
  ]);
  expect(chats.map(({ unreadCount }) => unreadCount)).toEqual([2, 0, 0, 0, 0]);
  const { messages } = await calls.listMessages({ userId: await idOf(community, 'aiko') });
  const [voice] = messages.filter(({ type }) => type === 'voice');
  const audio = await fetch(community.url + voice?.audioUrl);
  expect([audio.status, audio.headers.get('content-type')]).toEqual([200, 'audio/wav']);
  expect(voice?.durationMs).toBeGreaterThan(1500);
  const withMateo = await calls.listMessages({ userId: await idOf(community, 'mateo') });
  const correction = withMateo.messages.find(({ corrects }) => corrects);
  const corrected = withMateo.messages.find(
    ({ chatMessageId }) => chatMessageId === correction?.corrects?.chatMessageId,
  );
  expect([correction?.corrects?.kind, corrected?.fromUserId]).toEqual(['natural', own.userId]);
  const now = community.clock.now();
  const { slots } = await calls.listAppointments({ start: new Date(now.getTime() - 7 * 86_400_000) });
  expect(slots.some(({ startsAt }) => startsAt < now)).toBe(true);
  expect(slots.some(({ startsAt }) => startsAt > now)).toBe(true);
});

test.each([
  ['off', { DEMO_DATA: 'off' }],
  ['in production', productionEnv()],
])('%s: creates no demo members and offers no demo sign-in', async (_, env) => {
  const community = await startCommunity({ env: { DEMO_DATA: 'on', ...env } });
  expect(await countOf(community, 'users')).toBe(0);
  const answer = await community.visitor().send('POST', '/v1/auth/demo', { localTZOffset: 'nonsense' });
  const { code, statusCode } = errorTable.EndpointNotFound;
  expect([answer.status, (await answer.json()).code]).toEqual([statusCode, code]);
  expect(await community.visitor().calls.getStaticData()).not.toHaveProperty('hasDemoUser');
});

function productionEnv(): Record<string, string> {
  return {
    NODE_ENV: 'production',
    TOKEN_SECRET: 'x'.repeat(40),
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Parlance <hello@example.org>',
    PUBLIC_URL: 'https://parlance.example.org',
  };
}

test('refuses DNS rebinding', async () => {
  const community = await startDemo();
  const ask = async (method: string, path: string, host: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    request(`${community.url}${path}`, { method, headers: { host } }, resolve).on('error', reject).end();
    const answer = await promise;
    return { status: answer.statusCode, body: JSON.parse(await text(answer)) };
  };
  const { port } = new URL(community.url);
  expect((await ask('POST', '/v1/auth/demo', `evil.example:${port}`)).status).toBe(404);
  expect((await ask('GET', '/v1/data', `evil.example:${port}`)).body).not.toHaveProperty('hasDemoUser');
  expect((await ask('POST', '/v1/auth/demo', `localhost:${port}`)).status).toBe(200);
  expect((await ask('GET', '/v1/data', `localhost:${port}`)).body).toHaveProperty('hasDemoUser', true);
});

test('with a database server the demo is off for any DEMO_DATA', () => {
  const env = { DEMO_DATA: 'on', DATABASE_URL: 'postgres://localhost/parlance' };
  expect(readConfig(env).demoData).toBe(false);
  expect(readConfig({ DEMO_DATA: 'on' }).demoData).toBe(true);
});

test('adds no demo members to an existing community', async () => {
  const community = await startCommunity();
  await community.signUp('ana@example.org', { name: 'Ana' });
  const app = await restart(community, { demoData: true } as never);
  expect([app.hasDemoUser, await countOf(community, 'users')]).toEqual([false, 1]);
  const answer = await fetch(`${app.url}/v1/auth/demo`, { method: 'POST' });
  expect([answer.status, (await answer.json()).code]).toEqual([404, 4000]);
  await app.close();
});

test('a restart keeps data, renews slots and resumes an interrupted setup', async () => {
  const community = await startDemo();
  const before = {
    users: await countOf(community, 'users'),
    slots: await countOf(community, 'schedule_slots'),
    messages: await countOf(community, 'chat_messages'),
  };
  const again = await restart(community);
  expect({
    users: await countOf(community, 'users'),
    slots: await countOf(community, 'schedule_slots'),
    messages: await countOf(community, 'chat_messages'),
  }).toEqual(before);
  await again.close();

  community.clock.advance({ days: 6 });
  const later = await restart(community);
  expect(await countOf(community, 'schedule_slots')).toBeGreaterThan(before.slots + 100);
  const { users } = await community.visitor().calls.searchUsers({ limit: 9 });
  const anHourAgo = community.clock.now().getTime() - 3_600_000;
  for (const { lastActiveAt } of users) expect(lastActiveAt?.getTime()).toBeGreaterThan(anHourAgo);
  await later.close();

  const { pool } = community.platform;
  // As if the start had been interrupted during the conversations.
  await pool.query(`UPDATE demo_people SET is_settled = false`);
  await pool.query(`DELETE FROM conversations WHERE conversation_id IN (
    SELECT conversation_id FROM conversations ORDER BY conversation_id LIMIT 2)`);
  const finished = await restart(community);
  expect([await countOf(community, 'users'), await countOf(community, 'chat_messages')]).toEqual([
    61,
    before.messages,
  ]);
  const { rows } = await pool.query('SELECT bool_or(is_settled) AS "isSettled" FROM demo_people');
  expect(rows[0]).toEqual({ isSettled: true });
  await finished.close();
});

test('jobs begin once the server is ready, so that none waits for a connection behind the demo', async () => {
  const community = await startDemo();
  community.clock.advance({ days: 6 });
  // The first run is not delayed.
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => void random.mockRestore());
  let isReady = false;
  const first = Promise.withResolvers<boolean>();
  const files = { ...community.platform.files, sweep: async () => first.resolve(isReady) };
  const app = await restart(community, {}, { files, manualJobs: false });
  isReady = true;
  expect(await first.promise).toBe(true);
  await app.close();
});

test('after three weeks the account has new slots and sessions, and deleted data stays deleted', async () => {
  const community = await startDemo();
  const robin = await enter(community);
  const own = await robin.calls.listOwnSlots({ limit: 100 });
  const deleted = own.slots[2]!;
  await robin.calls.deleteSlot({ scheduleSlotId: deleted.scheduleSlotId });
  community.clock.advance({ days: 1 });
  await (await restart(community)).close();
  const { slots: kept } = await (await enter(community)).calls.listOwnSlots({ limit: 100 });
  expect(kept.map(({ startsAt }) => startsAt.getTime())).not.toContain(deleted.startsAt.getTime());

  community.clock.advance({ days: 20 });
  await (await restart(community)).close();
  const now = community.clock.now();
  const { calls } = await enter(community);
  const { slots: free } = await calls.listOwnSlots({ start: now, limit: 100 });
  expect(free.length).toBeGreaterThan(4);
  const { slots: sessions } = await calls.listAppointments({ start: now });
  expect(sessions.length).toBeGreaterThanOrEqual(1);
  const lucia = await calls.listSlots({ userId: await idOf(community, 'lucia'), start: now });
  expect(lucia.count).toBeGreaterThan(4);
});

test('every demo member is valid input for the sign-up and answers in their own language', () => {
  expect(new Set([...cast, demoUser].map(({ key }) => key)).size).toBe(61);
  for (const { name, about, own = '', interests, speaks, learns, timeZone, asks } of cast) {
    expect([...name].length).toBeLessThanOrEqual(60);
    expect([...`${about}\n\n${own}`].length).toBeLessThanOrEqual(1000);
    expect(new Set(interests).size).toBe(interests.length);
    expect(interests.length).toBeGreaterThanOrEqual(5);
    expect(Object.keys(learns).filter((code) => speaks.includes(code as never))).toEqual([]);
    expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
    const [inOwn, inEnglish] = phraseIn(speaks[0], 'hello');
    if (speaks[0] === 'en') expect([inEnglish, asks[1]]).toEqual(['', '']);
    else expect([inOwn === inEnglish, asks[1] === '']).toEqual([false, false]);
  }
});

test("slots are in waking hours of the member's zone, on the grid, within two weeks", () => {
  const now = new Date('2030-03-05T09:00:00Z');
  for (const member of cast) {
    const format = new Intl.DateTimeFormat('en', {
      timeZone: member.timeZone,
      hour: 'numeric',
      hourCycle: 'h23',
    });
    const times = freeTimesOf(member, now);
    expect(times.length).toBeGreaterThan(4);
    for (const { startsAt } of times) {
      expect(Number(format.format(startsAt))).toBeGreaterThanOrEqual(8);
      expect(Number(format.format(startsAt))).toBeLessThanOrEqual(20);
      expect(startsAt.getTime() % 900_000).toBe(0);
      expect(Math.abs(startsAt.getTime() - now.getTime())).toBeLessThan(16 * 86_400_000);
    }
  }
});

test('a partner delivers, reads and answers once within 20 s, and says that it is a demo', async () => {
  const community = await startDemo();
  const ana = await community.signUp('ana@example.org', { name: 'Ana' });
  const userId = await idOf(community, 'jonas');
  const sent = await ana.calls.sendTextMessage({ userId, content: 'Hallo Jonas!' });
  await pass(community, 20, 4);
  const { messages } = await ana.calls.listMessages({ userId });
  const [answer, own] = messages;
  expect(messages.length).toBe(2);
  expect(own?.chatMessageId).toBe(sent.chatMessageId);
  expect(own?.deliveredAt?.getTime()).toBeLessThanOrEqual(own?.readAt?.getTime() ?? 0);
  expect(own?.readAt?.getTime()).toBeLessThan(answer?.createdAt.getTime() ?? 0);
  const [inGerman, inEnglish] = phraseIn('de', 'hello');
  expect(answer?.content).toContain(inGerman);
  expect(answer?.content).toContain(inEnglish);
  expect(inEnglish).toContain('demo partner');

  await ana.calls.sendTextMessage({ userId, content: 'Was machst du heute?' });
  await pass(community, 20, 4);
  const [second] = (await ana.calls.listMessages({ userId })).messages;
  expect(second?.content).toContain(phraseIn('de', 'question')[0]);

  // A partner does not answer after a block.
  await ana.calls.sendTextMessage({ userId, content: 'Auf Wiedersehen' });
  await ana.calls.blockUser({ userId });
  await pass(community, 20, 4);
  await ana.calls.unblockUser({ userId });
  expect((await ana.calls.listMessages({ userId })).count).toBe(5);
});

test('a partner uses each topic once, in their language, at the level of the learner', async () => {
  const community = await startDemo();
  const ana = await community.signUp('ana@example.org', { name: 'Ana', learns: { de: 0.1 } });
  const userId = await idOf(community, 'jonas');
  const asked: (string | undefined)[] = [];
  await ana.calls.sendTextMessage({ userId, content: 'Hallo Jonas!' });
  await pass(community, 20, 4);
  for (let turn = 0; turn < 2; turn++) {
    const { topics } = await ana.calls.listTopics({ userId });
    expect(topics[0]).toMatchObject({ languageCode: 'de', band: 'A1-A2' });
    await ana.calls.sendTextMessage({ userId, content: 'Danke!' });
    await pass(community, 20, 4);
    const [answer] = (await ana.calls.listMessages({ userId })).messages;
    asked.push(topics[0]?.text);
    expect(answer?.content).toContain(topics[0]?.text);
  }
  expect(new Set(asked).size).toBe(2);
});

test('a partner answers with a translation in the language of the interface', async () => {
  const community = await startDemo();
  const userId = await idOf(community, 'jonas');
  const answerTo = async (address: string, locale: Locale | null) => {
    const person = await community.signUp(address, { name: 'Ana' });
    await person.calls.updateUser({ locale });
    await person.calls.sendTextMessage({ userId, content: 'Hallo Jonas!' });
    await pass(community, 20, 4);
    return (await person.calls.listMessages({ userId })).messages[0]?.content;
  };
  const jonas = cast.find(({ key }) => key === 'jonas')!;
  const hello = (locale: string) => phraseIn('de', 'hello', locale);
  expect(hello('pt-BR')[1]).toContain('demonstração');
  expect(await answerTo('ana@example.org', 'pt-BR')).toBe(
    `${hello('pt-BR')[0]} ${jonas.asks[0]}\n(${hello('pt-BR')[1]})`,
  );
  expect(await answerTo('ben@example.org', 'de')).toBe(`${hello('de')[0]} ${jonas.asks[0]}`);
  expect(await answerTo('cat@example.org', null)).toBe(
    `${hello('en')[0]} ${jonas.asks[0]}\n(${hello('en')[1]} ${jonas.asks[1]})`,
  );
  // The second answer differs: the greeting is recognised as sent.
  const person = await community.signUp('dee@example.org', { name: 'Dee' });
  await person.calls.updateUser({ locale: 'ru' });
  for (const content of ['Hallo!', 'Wie geht es dir?']) {
    await person.calls.sendTextMessage({ userId, content });
    await pass(community, 20, 4);
  }
  const [last] = (await person.calls.listMessages({ userId })).messages;
  expect(last?.content).toContain(phraseIn('de', 'question', 'ru').join('\n('));
});

test("the demo has the language of the visitor's page, not of the previous visitor", async () => {
  const community = await startDemo();
  const localeAfter = async (acceptLanguage?: string) => {
    const robin = await enterDemo(community, acceptLanguage);
    return (await robin.calls.getUser()).locale;
  };
  expect(await localeAfter('ar')).toBe('ar');
  expect(await localeAfter('es-ES,es;q=0.9')).toBe('es');
  expect(await localeAfter('en')).toBe('en');
  // A client without Accept-Language does not change the locale.
  expect(await localeAfter()).toBe('en');
});

test('a partner who speaks several languages answers in the one that the reader learns', async () => {
  const community = await startDemo();
  const userId = await idOf(community, 'meilin');
  const meilin = cast.find(({ key }) => key === 'meilin')!;
  const answersTo = async (address: string, learns: Record<string, number>) => {
    const person = await community.signUp(address, { name: 'Ana', learns });
    for (const content of ['Hello!', 'How are you?']) {
      await person.calls.sendTextMessage({ userId, content });
      await pass(community, 20, 4);
    }
    const { messages } = await person.calls.listMessages({ userId });
    return messages.filter(({ fromUserId }) => fromUserId === userId).map(({ content }) => content);
  };
  const [question, hello] = await answersTo('ana@example.org', { en: 0.2 });
  expect(hello).toBe(`${phraseIn('en', 'hello')[0]} ${meilin.asks[1]}`);
  // The greeting is recognised in every language that the partner speaks.
  expect(question).toContain(phraseIn('en', 'question')[0]);
  const [, inChinese] = await answersTo('ben@example.org', { zh: 0.2, en: 0.2 });
  expect(inChinese).toContain(`${phraseIn('zh', 'hello')[0]} ${meilin.asks[0]}`);
  // There are no phrases in Malay.
  const [, toMalay] = await answersTo('cat@example.org', { ms: 0.2 });
  expect(toMalay).toContain(phraseIn('zh', 'hello')[0]);
  // A question that exists only in another language is left out.
  const ursina = await idOf(community, 'ursina');
  const dee = await community.signUp('dee@example.org', { name: 'Dee', learns: { it: 0.2 } });
  await dee.calls.sendTextMessage({ userId: ursina, content: 'Ciao!' });
  await pass(community, 20, 4);
  const [inItalian] = (await dee.calls.listMessages({ userId: ursina })).messages;
  expect(inItalian?.content).toBe(phraseIn('it', 'hello').join('\n(').concat(')'));
});

test('activity moves with the clock: nobody is here in the future, some within the hour, all within two weeks', () => {
  for (const day of [0, 1, 40]) {
    const now = new Date(Date.parse('2030-03-05T09:00:00Z') + day * 86_400_000);
    const ago = cast.map((member) => (now.getTime() - lastSeen(member, now).getTime()) / 3_600_000);
    expect(Math.min(...ago)).toBeGreaterThanOrEqual(1 / 60);
    expect(Math.max(...ago)).toBeLessThanOrEqual(13 * 24);
    expect(ago.filter((hours) => hours < 1).length).toBeGreaterThan(8);
    expect(ago.filter((hours) => hours < 24).length).toBeGreaterThan(cast.length / 2);
  }
});

test('an answer suits the message: thanks, questions, recordings, and a topic instead of the own question', () => {
  const jonas = cast.find(({ key }) => key === 'jonas')!;
  const heard = {
    sequence: 3,
    isCorrection: false,
    isIntroduced: true,
    language: 'de',
    locale: 'de',
  } as const;
  const reply = (content: string | null, change: Partial<Heard> = {}) =>
    replyTo({ ...jonas, hums: change.sequence === 5 } as never, { ...heard, content, ...change });
  const said = (phrase: Phrase) => phraseIn('de', phrase, 'de')[0];
  expect(reply('Wie geht es dir?').text).toBe(said('question'));
  expect(reply('Danke dir!').text).toContain(said('thanks'));
  expect(reply('Ja.', { sequence: 4 }).text).toBe(said('learnt'));
  expect(reply('Ja.').text).toBe(`${said('more')} ${jonas.asks[0]}`);
  expect(reply('Ja.', { sequence: 6 }).text).toContain(said('more'));
  expect(reply('', { sequence: 4 }).text).toContain(said('more'));
  expect(reply('Ja.', { topic: 'Und was isst du?' })).toEqual({
    text: `${said('more')} Und was isst du?`,
    hums: false,
    takesUpTopic: true,
  });
  expect(reply('Danke?', { isCorrection: true }).text).toBe(said('learnt'));
  expect(reply(null).text).toBe(said('voice'));
  expect(reply(null, { sequence: 5 })).toEqual({ text: `${said('voice')} ${said('hum')}`, hums: true });
  expect(reply('Hallo', { isIntroduced: false }).text).toBe(`${said('hello')} ${jonas.asks[0]}`);
});

test('demo messages open Spanish questions with ¿', () => {
  const corrected = (text: string) => correctionOf(['es'], text)?.text;
  expect(corrected('Como estas?')).toBe('¿Como estas?');
  expect(corrected('Hola Valeria! Como estas?')).toBe('Hola Valeria! ¿Como estas?');
  expect(corrected('Hola. ¿Cómo estás?')).toBeUndefined();
  expect(corrected('Hola, ¿cómo estás?')).toBeUndefined();
});

test('demo members correct mistakes unless corrections are off, and accept corrections', async () => {
  const community = await startDemo();
  const ana = await community.signUp('ana@example.org', { name: 'Ana' });
  const userId = await idOf(community, 'jonas');
  const say = async (content: string, corrects?: { chatMessageId: string; kind: 'mistake' }) => {
    const sent = await ana.calls.sendTextMessage({ userId, content, ...(corrects && { corrects }) });
    await pass(community, 20, 4);
    const { messages } = await ana.calls.listMessages({ userId });
    return {
      sent,
      answers: messages.filter(({ sequence = 0 }) => sequence > (sent.sequence ?? 0)).reverse(),
    };
  };
  const first = await say('Gestern bin ich gegeht.');
  expect(first.answers).toHaveLength(2);
  expect(first.answers[0]).toMatchObject({
    content: 'Gestern bin ich gegangen.',
    corrects: { chatMessageId: first.sent.chatMessageId, note: 'Gehen, ging, gegangen.' },
  });

  const fourth = await say('Und dann?');
  const attempt = fourth.answers.at(-1);
  expect([fourth.sent.sequence, fourth.answers.length]).toEqual([4, 2]);
  expect(attempt?.content).toContain('Please correct me.');
  const corrects = { chatMessageId: attempt?.chatMessageId ?? '', kind: 'mistake' as const };
  const corrected = await say('Yesterday I saw a good film.', corrects);
  expect(corrected.answers).toHaveLength(1);
  expect(corrected.answers[0]?.content).toContain(phraseIn('de', 'learnt')[0]);

  await ana.calls.updateUser({ correctMe: 'asked' });
  const last = await say('Ich bin gegeht.');
  expect(last.answers.some((answer) => answer.corrects)).toBe(false);
});

test('a pending answer survives a restart; some partners answer a voice message by voice', async () => {
  const community = await startDemo();
  const robin = await enter(community);
  const userId = await idOf(community, 'leonie');
  await robin.calls.sendTextMessage({ userId, content: 'Hallo' });
  const again = await restart(community);
  community.clock.advance({ seconds: 10 });
  await again.platform.jobs.runDue();
  const { messages: first } = await robin.calls.listMessages({ userId });
  expect(first.map(({ fromUserId }) => fromUserId === userId)).toEqual([true, false]);
  await again.close();

  await robin.calls.sendVoiceMessage({ userId, audio: new Blob([new Uint8Array(hum('test', 1))]) });
  await pass(community, 12, 4);
  const { count, messages } = await robin.calls.listMessages({ userId, limit: 2 });
  expect(messages.map(({ type }) => type)).toEqual(['text', 'voice']);
  expect(messages[0]?.content).toContain(phraseIn('de', 'hum')[0]);
  expect(count).toBe(5);

  // A picture is answered as one, not as a recording.
  const { chatMessageId } = await robin.calls.sendPictureMessage({ userId, image: await photo() });
  await pass(community, 12, 4);
  const { messages: answers } = await robin.calls.listMessages({ userId, limit: 3 });
  const answer = answers.find(({ repliesTo }) => repliesTo?.chatMessageId === chatMessageId);
  expect(answer).toMatchObject({ fromUserId: userId, type: 'text' });
  expect(answer?.content).not.toContain(phraseIn('de', 'voice')[0]);
});

test('partners book and cancel only while the demo user is online', async () => {
  const community = await startDemo();
  const robin = await enter(community);
  const booked = async () => {
    const { rows } = await community.platform.pool.query(
      'SELECT count(*) FROM schedule_slots WHERE user_id = $1 AND booked_by_user_id IS NOT NULL',
      [robin.userId],
    );
    return Number(rows[0].count);
  };
  expect(await booked()).toBe(0);
  // The nearest slot cannot be booked: its owner has another session then.
  const [first] = (
    await robin.calls.listOwnSlots({ start: new Date(community.clock.now().getTime() + 3 * 3_600_000) })
  ).slots;
  const ana = await community.signUp('ana@example.org', { name: 'Ana' });
  const taken = await ana.calls.createSlot({ startsAt: first!.startsAt, duration: 30 });
  await robin.calls.bookSlot({ userId: ana.userId, scheduleSlotId: taken.scheduleSlotId });
  // The booking partner has an unanswered message and answers it first.
  await pass(community, 28, 14);
  const { users } = await robin.calls.searchUsers({ limit: 50 });
  for (const { userId, fit } of users) {
    if (fit?.tier === 'mutual') await robin.calls.sendTextMessage({ userId, content: 'Hello!' });
  }
  await pass(community, 16, 4);
  expect(await booked()).toBe(1);
  const { chats } = await robin.calls.listChats({ limit: 50 });
  const told = phraseIn('en', 'booked')[0];
  const booker = chats.find(({ lastMessage }) => lastMessage?.content?.includes(told))?.profile.userId ?? '';
  const { messages } = await robin.calls.listMessages({ userId: booker, limit: 3 });
  expect(messages[2]?.content).toBe('Hello!');
  expect(messages[1]?.fromUserId).toBe(booker);

  // Quiet for 15 minutes, then another booking; later one of the two is cancelled.
  await pass(community, 600, 60);
  expect(await booked()).toBe(1);
  community.clock.advance({ minutes: 6 });
  await enter(community);
  await pass(community, 30, 15);
  expect(await booked()).toBe(2);
  community.clock.advance({ minutes: 21 });
  await enter(community);
  await pass(community, 15, 15);
  expect(await booked()).toBe(1);

  // The member is absent.
  community.clock.advance({ hours: 5 });
  await pass(community, 60, 15);
  expect(await booked()).toBe(1);
});

test('the demo user is an ordinary account with live events, sessions and full deletion', async () => {
  const community = await startDemo();
  const robin = await enter(community);
  const realtime = await robin.connect();
  const userId = await idOf(community, 'lucia');
  const heard: string[] = [];
  realtime.on('chat:message', (message) => heard.push(message.fromUserId));
  await robin.calls.sendTextMessage({ userId, content: 'Hola' });
  await pass(community, 12, 4);
  await expect.poll(() => heard).toContain(userId);
  expect((await robin.calls.listSessions()).count).toBe(1);

  const { email } = await robin.calls.getUser();
  const token = await community.prove(robin, email ?? '', 'delete-user');
  await robin.calls.deleteUser({ token });
  expect(await countOf(community, 'users')).toBe(60);
  expect(await countOf(community, 'chat_messages')).toBe(0);
  await pass(community, 30, 15);

  const [anew, again] = await Promise.all([enter(community), enter(community)]);
  expect(again.userId).toBe(anew.userId);
  expect(anew.userId).not.toBe(claimsOf(robin.tokens.accessToken).userId);
  expect((await anew.calls.listChats()).count).toBe(5);
  expect(await countOf(community, 'users')).toBe(61);
});
