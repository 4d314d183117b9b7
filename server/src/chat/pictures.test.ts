import { randomUUID } from 'node:crypto';
import { pictureMaxBytes } from '@parlance/contract/chat-changes';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { canary, imageCorpus } from '#test/image-corpus';
import { answerOf, greet, type Pair, photo, readBy, startPair, write } from '#test/pair';
import type { Persona } from '#test/personas';
import { useQuota } from '#test/used-quota';

async function startFriends(): Promise<Pair & { storedPictures(): Promise<number> }> {
  const pair = await startPair();
  await greet(pair);
  const storedPictures = async () =>
    (await Array.fromAsync(pair.platform.files.list('chat-pictures/'))).length;
  return { ...pair, storedPictures };
}

const send = (from: Persona, to: Persona, image: Blob, more: object = {}) =>
  from.calls.sendPictureMessage({ userId: to.userId, image, ...more });

describe('a picture', () => {
  test('is kept as WebP of at most 1,600 pixels, never larger than it was, and read at an address for an hour', async () => {
    const { aiko, ben, url, clock } = await startFriends();
    const image = await photo({ width: 3200, height: 1000 });
    const sent = await send(aiko, ben, image, { caption: ' The sea ' });
    expect(sent).toMatchObject({
      ...{ type: 'picture', content: 'The sea', audioUrl: null, sequence: 3 },
      picture: { width: 1600, height: 500 },
    });
    const [seen] = await readBy(ben, aiko);
    expect(seen?.picture).toEqual(sent.picture);
    const address = url + sent.picture?.url;
    const answer = await fetch(address);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const kept = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([kept.format, kept.width, kept.height]).toEqual(['webp', 1600, 500]);
    expect((await fetch(address.replace(/signature=.*/, 'signature=x'))).status).toBe(404);
    // A signature is valid for one kind of file.
    expect((await fetch(address.replace('/media/signed/', '/audio/'))).status).toBe(404);
    clock.advance({ minutes: 71 });
    expect((await fetch(address)).status).toBe(404);
  });

  test('without a caption has no content; a small one keeps its size; one that lies on its side is put upright', async () => {
    const { aiko, ben } = await startFriends();
    const small = await send(aiko, ben, await photo({ width: 3, height: 2 }));
    expect(small).toMatchObject({ content: null, picture: { width: 3, height: 2 } });
    const lying = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#08f' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const upright = await send(aiko, ben, new Blob([new Uint8Array(lying)]));
    expect(upright.picture).toMatchObject({ width: 20, height: 60 });
    expect(await answerOf(send(aiko, ben, await photo(), { caption: 'x'.repeat(500) }))).toBe('200');
    expect(await answerOf(send(aiko, ben, await photo(), { caption: 'x'.repeat(501) }))).toBe('400/1000');
  });

  test('can be sent once both have written, and not before', async () => {
    const { aiko, ben, platform, clock } = await startPair();
    const tried = async (from: Persona, to: Persona) => {
      const error = await send(from, to, await photo()).catch((reason: unknown) => reason);
      return (error as Error).message;
    };
    const refusal = 'Pictures can be sent once you have both written.';
    expect(await tried(aiko, ben)).toBe(refusal);
    await write(aiko, ben, 'Hello');
    await write(aiko, ben, 'Hello?');
    expect(await tried(aiko, ben)).toBe(refusal);
    expect(await answerOf(send(ben, aiko, await photo()))).toBe('403/3000');
    // A booking answers a request, but is no message.
    const startsAt = new Date(Math.ceil(clock.now().getTime() / 3_600_000 + 1) * 3_600_000);
    const { scheduleSlotId } = await aiko.calls.createSlot({ startsAt, duration: 30 });
    await ben.calls.bookSlot({ userId: aiko.userId, scheduleSlotId });
    expect(await tried(aiko, ben)).toBe(refusal);
    await write(ben, aiko, 'Hi');
    expect(await answerOf(send(aiko, ben, await photo()))).toBe('200');
    expect(await Array.fromAsync(platform.files.list('chat-pictures/'))).toHaveLength(1);
  });

  test('of the same key is sent once; with another caption or file the key is refused, and no file is left', async () => {
    const { aiko, ben, storedPictures } = await startFriends();
    const more = { caption: 'one', clientMessageId: randomUUID() };
    const image = await photo();
    const first = await send(aiko, ben, image, more);
    const again = await send(aiko, ben, image, more);
    expect(again.chatMessageId).toBe(first.chatMessageId);
    expect(again.picture).toEqual(first.picture);
    expect(await answerOf(send(aiko, ben, image, { ...more, caption: 'two' }))).toBe('400/1000');
    expect(await answerOf(send(aiko, ben, await photo({ width: 9 }), more))).toBe('400/1000');
    expect(await storedPictures()).toBe(1);
  });

  test('is refused by size, by bytes and by block, in this order of errors, and leaves no file', async () => {
    const { aiko, ben, storedPictures } = await startFriends();
    const huge = new Blob([new Uint8Array(pictureMaxBytes + 1)]);
    expect(await answerOf(send(aiko, ben, huge))).toBe('422/5005');
    expect(await answerOf(send(aiko, ben, new Blob(['<svg onload=alert(1)>'])))).toBe('422/5006');
    expect(await answerOf(send(aiko, ben, huge, { repliesTo: randomUUID() }))).toBe('404/4001');
    await ben.calls.blockUser({ userId: aiko.userId });
    expect(await answerOf(send(aiko, ben, huge))).toBe('403/3002');
    expect(await storedPictures()).toBe(0);
  });

  test('cannot be corrected, even where it has a caption', async () => {
    const { aiko, ben } = await startFriends();
    const { chatMessageId } = await send(aiko, ben, await photo(), { caption: 'The see' });
    const corrects = { chatMessageId, kind: 'mistake' as const };
    expect(
      await answerOf(ben.calls.sendTextMessage({ userId: aiko.userId, content: 'The sea', corrects })),
    ).toBe('404/4001');
  });

  test('is found by its caption, exported with an address, and gone with either account', async () => {
    const { aiko, ben, url, platform, prove, storedPictures } = await startFriends();
    const { picture } = await send(aiko, ben, await photo(), { caption: 'The sea' });
    expect((await ben.calls.listChats({ query: 'SEA' })).count).toBe(1);
    const { messages } = (await ben.calls.exportUser()) as { messages: { pictureUrl: string | null }[] };
    const exported = messages.at(-1)?.pictureUrl ?? '';
    const { pathname, search } = new URL(exported);
    expect((await fetch(url + pathname + search)).status).toBe(200);
    await ben.calls.deleteUser({ token: await prove(ben, ben.address, 'delete-user') });
    expect(await storedPictures()).toBe(0);
    expect((await fetch(url + picture?.url)).status).toBe(404);
    expect(await Array.fromAsync(platform.files.list('reported/'))).toEqual([]);
  });

  test('30 at once, then 5 a minute, 400 MiB a day', async () => {
    const { aiko, ben, platform, clock } = await startFriends();
    await useQuota(platform, `chat-picture:${aiko.userId}`, { mebibytes: 400, ofADay: 400 });
    expect(await answerOf(send(aiko, ben, await photo()))).toBe('429/6001');
    const image = new Blob(['no picture']);
    for (let nth = 0; nth < 30; nth += 1) expect(await answerOf(send(ben, aiko, image))).toBe('422/5006');
    expect(await answerOf(send(ben, aiko, image))).toBe('429/6001');
    clock.advance({ seconds: 11 });
    expect(await answerOf(send(ben, aiko, image))).toBe('429/6001');
    clock.advance({ seconds: 1 });
    expect(await answerOf(send(ben, aiko, image))).toBe('422/5006');
  });

  test('has 8 MiB and 26 megapixels at most', async () => {
    const { aiko, ben } = await startFriends();
    const small = await photo();
    const padded = new Blob([small, new Uint8Array(pictureMaxBytes - small.size)]);
    expect(await answerOf(send(aiko, ben, padded))).toBe('200');
    const sent = await send(aiko, ben, await photo({ width: 5200, height: 5000 }));
    expect(sent.picture).toMatchObject({ width: 1600, height: 1538 });
    expect(await answerOf(send(aiko, ben, await photo({ width: 5200, height: 5001 })))).toBe('422/5005');
  });
});

test('hostile pictures are kept without what was hidden in them, or refused, and the server goes on', {
  timeout: 180_000,
}, async () => {
  const pair = await startPair({ env: { RATE_LIMITS: 'off' } });
  const { aiko, ben, url } = pair;
  await greet(pair);
  const wrong: string[] = [];
  const outcomes = { kept: '200', invalid: '422/5006', 'too large': '422/5005' };
  for (const { name, bytes, outcome } of await imageCorpus()) {
    const sent = send(aiko, ben, new Blob([new Uint8Array(bytes)]));
    const answer = await answerOf(sent);
    // The pixel limit is higher than for profile pictures.
    const isLargerTaken = outcome === 'too large' && answer === '200';
    if (answer !== outcomes[outcome] && !isLargerTaken) wrong.push(`${name}: ${answer}`);
    if (answer !== '200') continue;
    const kept = Buffer.from(await (await fetch(url + (await sent).picture?.url)).arrayBuffer());
    const { exif, icc, xmp, iptc, pages = 1 } = await sharp(kept).metadata();
    if (exif || icc || xmp || iptc || pages !== 1) wrong.push(`${name}: metadata`);
    if (kept.includes(canary) || kept.includes('<script')) wrong.push(`${name}: hidden load`);
  }
  expect(wrong).toEqual([]);
  expect(await answerOf(send(aiko, ben, await photo()))).toBe('200');
});
