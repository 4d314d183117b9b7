import { hash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '@parlance/contract/errors';
import { describe, expect, test, vi } from 'vitest';
import { startCommunity } from '#test/personas';
import { useQuota } from '#test/used-quota';
import { storeVoice } from './voice.ts';

const fixture = (name: string) => readFile(join(import.meta.dirname, '../../test/fixtures', name));

async function startPair() {
  const app = await startCommunity();
  const aiko = await app.signUp('aiko@example.org', { name: 'Aiko', description: 'Hello' });
  const ben = await app.signUp('ben@example.org', { name: 'Ben', description: 'Hi' });
  const send = (bytes: Uint8Array<ArrayBuffer>, clientMessageId?: string) =>
    aiko.calls.sendVoiceMessage({ userId: ben.userId, audio: new Blob([bytes]), clientMessageId });
  const storedFiles = async () => (await Array.fromAsync(app.platform.files.list('voice/'))).length;
  return { ...app, aiko, ben, send, storedFiles };
}

const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  );

/** A WAV file with a tone that is loud in its second half. */
function wave(seconds: number, sampleRate = 8000): Uint8Array<ArrayBuffer> {
  const samples = Math.round(seconds * sampleRate);
  const bytes = Buffer.alloc(44 + samples * 2);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + samples * 2, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(sampleRate, 24);
  bytes.writeUInt32LE(sampleRate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(samples * 2, 40);
  for (let index = 0; index < samples; index++) {
    const loudness = index < samples / 2 ? 2000 : 20_000;
    bytes.writeInt16LE(Math.round(Math.sin(index / 3) * loudness), 44 + index * 2);
  }
  return new Uint8Array(bytes);
}

// Rules: docs/specification/chat.md#voice-messages
describe('voice messages', () => {
  test.each([
    ['voice.webm', 'webm', 'audio/webm'],
    ['voice.m4a', 'm4a', 'audio/mp4'],
  ])(
    '%s as a browser recorded it: measured, rewritten with its duration and playable by range',
    async (name, extension, type) => {
      const { ben, url, send, aiko } = await startPair();
      const message = await send(new Uint8Array(await fixture(name)));
      expect(message).toMatchObject({ type: 'voice', content: null, sequence: 1 });
      expect(message.durationMs).toBeGreaterThan(1000);
      expect(message.durationMs).toBeLessThan(2000);
      expect(message.waveform).toHaveLength(64);
      // The recording beeps once per second, so it has both loud and silent bars.
      expect(Math.max(...(message.waveform ?? []))).toBe(100);
      expect(Math.min(...(message.waveform ?? []))).toBeLessThan(10);
      expect(message.audioUrl).toMatch(new RegExp(`^/audio/voice/[0-9a-f-]+\\.${extension}\\?expires=`));

      const whole = await fetch(url + message.audioUrl);
      expect([
        whole.status,
        whole.headers.get('content-type'),
        whole.headers.get('x-content-type-options'),
      ]).toEqual([200, type, 'nosniff']);
      const size = (await whole.arrayBuffer()).byteLength;
      const part = await fetch(url + message.audioUrl, { headers: { range: 'bytes=10-19' } });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${size}`]);
      const { messages } = await ben.calls.listMessages({ userId: aiko.userId });
      expect(messages[0]?.chatMessageId).toBe(message.chatMessageId);
    },
  );

  test('the address is good for an hour and for nothing else', async () => {
    const { url, send, clock, aiko, ben } = await startPair();
    clock.advance({ minutes: 1 });
    const { audioUrl } = await send(wave(1));
    const other = `${audioUrl}`.replace(/voice\/[0-9a-f-]+/, `voice/${randomUUID()}`);
    expect((await fetch(url + other)).status).toBe(404);
    expect((await fetch(url + `${audioUrl}`.replace(/signature=.*/, 'signature=x'))).status).toBe(404);
    const longer = `${audioUrl}`.replace(/expires=(\d+)/, (_, expires) => `expires=${Number(expires) + 1}`);
    expect(longer).not.toBe(audioUrl);
    expect((await fetch(url + longer)).status).toBe(404);
    clock.advance({ minutes: 5 });
    // Minutes later the address is the same, which the browser has in its cache.
    const { messages } = await aiko.calls.listMessages({ userId: ben.userId });
    expect(messages[0]?.audioUrl).toBe(audioUrl);
    clock.advance({ minutes: 54, seconds: 59 });
    expect((await fetch(url + audioUrl)).status).toBe(200);
    clock.advance({ minutes: 11 });
    expect((await fetch(url + audioUrl)).status).toBe(404);
  });

  test('wave files are measured: the loud half is the loud half', async () => {
    const { send } = await startPair();
    const { waveform, durationMs } = await send(wave(2));
    expect(durationMs).toBe(2000);
    expect(waveform?.at(5)).toBeLessThan(15);
    expect(waveform?.at(-5)).toBeGreaterThan(90);
  });

  test('0.3 to 62 seconds: shorter is 5006, longer is 5005', async () => {
    const { send } = await startPair();
    expect(await errorOf(send(wave(0.2)))).toBe(5006);
    expect(await errorOf(send(wave(0.299)))).toBe(5006);
    expect(await errorOf(send(wave(0.3)))).toBeNull();
    expect(await errorOf(send(wave(62)))).toBeNull();
    expect(await errorOf(send(wave(62.001)))).toBe(5005);
    expect(await errorOf(send(wave(64)))).toBe(5005);
  });

  test('what is not a recording is 5006 and leaves no file', async () => {
    const { send, storedFiles } = await startPair();
    const webm = new Uint8Array(await fixture('voice.webm'));
    const bad: Uint8Array<ArrayBuffer>[] = [
      new Uint8Array(),
      new TextEncoder().encode('<svg onload=alert(1)>'),
      new Uint8Array(5000).fill(255),
      webm.slice(0, 200),
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
      new TextEncoder().encode('ID3\u0003 not really music'),
    ];
    for (const bytes of bad) expect(await errorOf(send(bytes))).toBe(5006);
    expect(await storedFiles()).toBe(0);
  });

  test('what is appended to a recording is not kept', async () => {
    const { send, url } = await startPair();
    const webm = await fixture('voice.webm');
    const { audioUrl } = await send(
      new Uint8Array(Buffer.concat([webm, Buffer.from('<script>canary</script>')])),
    );
    expect(Buffer.from(await (await fetch(url + audioUrl)).arrayBuffer()).includes('canary')).toBe(false);
  });

  test('more than 6 MiB is 5005; no part is 400', async () => {
    const { aiko, ben, send, url } = await startPair();
    expect(await errorOf(send(new Uint8Array(6 * 1024 * 1024 + 1)))).toBe(5005);
    const form = new FormData();
    form.set('clientMessageId', randomUUID());
    const answer = await fetch(`${url}/v1/chat/dm/${ben.userId}/voice`, {
      method: 'POST',
      headers: { authorization: `Bearer ${aiko.tokens.accessToken}` },
      body: form,
    });
    expect(await answer.json()).toMatchObject({ code: 1000, fields: { audio: 'A file is needed' } });
  });

  test('the same key sends once and keeps one file; a refused one keeps none', async () => {
    const { aiko, ben, send, storedFiles, platform } = await startPair();
    const key = randomUUID();
    const [one, two] = await Promise.all([send(wave(1), key), send(wave(1), key)]);
    expect(two?.chatMessageId).toBe(one?.chatMessageId);
    expect(await storedFiles()).toBe(1);
    // As 1.0.0 computed it, so that a retry of a message stored by a node of 1.0.0 matches.
    const [row] = await platform.db.selectFrom('chat_messages').select('payload_hash').execute();
    expect(row?.payload_hash).toEqual(hash('sha256', wave(1), 'buffer'));
    await ben.calls.blockUser({ userId: aiko.userId });
    expect(await errorOf(send(wave(1)))).toBe(3002);
    expect(await storedFiles()).toBe(1);
  });

  test('the file stays when a lost connection hides whether it was sent, and goes when the database refused it', async () => {
    const { send, storedFiles, platform, log } = await startPair();
    log.expectError('request failed');
    const fail = async (code: string) => {
      const query = platform.reserved.query.bind(platform.reserved) as (given: { name?: string }) => unknown;
      const failing = vi.spyOn(platform.reserved, 'query').mockImplementation(((given: { name?: string }) => {
        if (given.name?.startsWith('send-chat')) throw Object.assign(new Error('no answer'), { code });
        return query(given);
      }) as never);
      expect(await errorOf(send(wave(1)))).toBe(7000);
      failing.mockRestore();
      return storedFiles();
    };
    expect(await fail('23503')).toBe(0);
    expect(await fail('57P01')).toBe(1);
  });

  test('whom one cannot write to is refused before the recording is judged, as with a text', async () => {
    const app = await startCommunity({ env: { ADMIN_EMAILS: 'admin@example.org' } });
    const enter = (name: string) => app.signUp(`${name}@example.org`, { name, description: 'Hello' });
    const [aiko, ben, cleo, dan] = [
      await enter('aiko'),
      await enter('ben'),
      await enter('cleo'),
      await enter('dan'),
    ];
    await aiko.calls.blockUser({ userId: ben.userId });
    await cleo.calls.blockUser({ userId: aiko.userId });
    await (await enter('admin')).calls.banUser({ userId: dan.userId, reason: 'spam' });
    const socket = await aiko.connect();
    const answers = async (userId: string) => {
      const text = aiko.calls.sendTextMessage({ userId, content: 'Hello' });
      const all = [errorOf(text)];
      for (const bytes of [new Uint8Array(10), new Uint8Array(6 * 1024 * 1024 + 1)]) {
        const audio = new Blob([bytes]);
        all.push(errorOf(aiko.calls.sendVoiceMessage({ userId, audio })));
        all.push(errorOf(socket.send('chat:message-voice', { userId }, audio)));
      }
      return new Set(await Promise.all(all));
    };
    expect(await answers(aiko.userId)).toEqual(new Set([3000]));
    expect(await answers(randomUUID())).toEqual(new Set([4002]));
    expect(await answers(dan.userId)).toEqual(new Set([4002]));
    expect(await answers(ben.userId)).toEqual(new Set([3002]));
    expect(await answers(cleo.userId)).toEqual(new Set([3002]));
  });

  test('one that was sent before a block answers its repeat with the message', async () => {
    const { aiko, ben, send } = await startPair();
    const key = randomUUID();
    const { chatMessageId } = await send(wave(1), key);
    await ben.calls.blockUser({ userId: aiko.userId });
    expect(await send(wave(1), key)).toMatchObject({ chatMessageId });
    expect(await errorOf(send(wave(1), randomUUID()))).toBe(3002);
  });

  test('thirty at once, then ten a minute, by either way; texts go on', async () => {
    const { aiko, ben, send, clock } = await startPair();
    const socket = await aiko.connect();
    const sendOne = (nth: number) =>
      nth % 2
        ? send(new Uint8Array(10))
        : socket.send('chat:message-voice', { userId: ben.userId }, new Blob([new Uint8Array(10)]));
    for (let nth = 0; nth < 30; nth++) expect(await errorOf(sendOne(nth))).toBe(5006);
    for (const nth of [0, 1]) {
      await expect(sendOne(nth)).rejects.toMatchObject({
        code: 6001,
        statusCode: 429,
        timeout: 6,
        message: 'You have sent many voice messages. This one can be sent in 6 seconds.',
        key: 'You have sent many voice messages. This one can be sent {when}.',
        values: { when: 'in 6 seconds' },
      });
    }
    await aiko.calls.sendTextMessage({ userId: ben.userId, content: 'Still here' });
    clock.advance({ seconds: 6 });
    expect([await errorOf(sendOne(0)), await errorOf(sendOne(1))]).toEqual([5006, 6001]);
  });

  test('200 MiB at once and 200 MiB a day; what is refused counts too', async () => {
    const { send, clock, platform, aiko, ben, signIn } = await startPair();
    const large = new Uint8Array(5 * 1024 * 1024);
    await useQuota(platform, `voice:${aiko.userId}`, { mebibytes: 190, ofADay: 200 });
    for (let nth = 0; nth < 2; nth++) expect(await errorOf(send(large))).toBe(5006);
    clock.advance({ seconds: 234 });
    // The quota has partly refilled meanwhile.
    await expect(send(large)).rejects.toMatchObject({
      code: 6001,
      timeout: (5 * 24 * 3600) / 200 - 234,
      message: 'You have sent many voice messages. This one can be sent in 33 minutes.',
    });
    expect(await errorOf(send(wave(1)))).toBeNull();
    const other = ben.calls.sendVoiceMessage({ userId: aiko.userId, audio: new Blob([wave(1)]) });
    expect(await errorOf(other)).toBeNull();
    clock.advance({ minutes: 36 });
    const later = await signIn(aiko.address);
    const again = later.calls.sendVoiceMessage({ userId: ben.userId, audio: new Blob([large]) });
    expect(await errorOf(again)).toBe(5006);
  });

  test('by socket the same checks answer, above the size too', async () => {
    const { aiko, ben } = await startPair();
    const socket = await aiko.connect();
    const sendBySocket = (bytes: Uint8Array<ArrayBuffer>) =>
      socket.send('chat:message-voice', { userId: ben.userId }, new Blob([bytes]));
    expect(await sendBySocket(wave(1))).toMatchObject({ type: 'voice', durationMs: 1000 });
    expect(await errorOf(sendBySocket(new Uint8Array(100)))).toBe(5006);
    expect(await errorOf(sendBySocket(new Uint8Array(6 * 1024 * 1024 + 1)))).toBe(5005);
  });

  test('the export of either has an address of the recording that is good for a week', async () => {
    const { aiko, ben, send, url, clock, signIn, platform } = await startPair();
    const { audioUrl } = await send(wave(1));
    await aiko.calls.sendTextMessage({ userId: ben.userId, content: 'Hello' });
    const spoken = await (await fetch(url + audioUrl)).arrayBuffer();
    for (const person of [aiko, ben]) {
      const { messages } = (await person.calls.exportUser()) as { messages: Record<string, string>[] };
      const [voice, text] = messages;
      expect(text).toMatchObject({ content: 'Hello', audioUrl: null, audioUrlExpiresAt: null });
      expect(JSON.stringify(messages)).not.toContain('audioKey');
      const week = { days: 7 };
      const expiresAt = new Date(voice?.audioUrlExpiresAt ?? '');
      expect(expiresAt.getTime() - clock.now().getTime()).toBeGreaterThanOrEqual(week.days * 24 * 3_600_000);
      const address = new URL(voice?.audioUrl ?? '');
      expect(address.origin).toBe(new URL(platform.config.publicUrl).origin);
      const inTest = url + address.pathname + address.search;
      const answer = await fetch(inTest);
      expect([answer.status, await answer.arrayBuffer()]).toEqual([200, spoken]);
      clock.advance({ ms: expiresAt.getTime() - clock.now().getTime() - 1 });
      expect((await fetch(inTest)).status).toBe(200);
      clock.advance({ ms: 1 });
      expect((await fetch(inTest)).status).toBe(404);
      Object.assign(ben, await signIn(ben.address));
    }
  });

  test('recordings go with the account', async () => {
    const { aiko, send, storedFiles, prove } = await startPair();
    await send(wave(1));
    expect(await storedFiles()).toBe(1);
    const token = await prove(aiko, aiko.address, 'delete-user');
    await aiko.calls.deleteUser({ token });
    expect(await storedFiles()).toBe(0);
  });
});

test('recordings of one member wait for each other and not for those of another', async () => {
  const { platform, aiko, ben, storedFiles } = await startPair();
  const bytes = await fixture('voice.webm');
  const ofAiko = Promise.allSettled(
    Array.from({ length: 6 }, () => storeVoice(platform, aiko.userId, bytes)),
  );
  await storeVoice(platform, ben.userId, bytes);
  expect((await ofAiko).map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), 'rejected']);
  expect(await storedFiles()).toBe(6);
});
