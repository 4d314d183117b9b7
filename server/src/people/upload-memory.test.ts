import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { profileImageMaxBytes } from '@parlance/contract/account-care';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { afterTest } from '#test/after-test';
import { type Community, type Persona, startCommunity } from '#test/personas';

const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#369' } })
  .png()
  .toBuffer();
const image = new Blob([new Uint8Array(picture)]);

/** An upload whose body pauses until the test continues it. */
function beginUpload({ url }: Community, { tokens }: Persona, announced: Record<string, string> = {}) {
  const boundary = 'a-boundary';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="x"\r\n\r\n`;
  const call = request(`${url}/v1/user/update-profile-image`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tokens.accessToken}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...announced,
    },
  });
  const answer = new Promise<{ status: number; retryAfter: string | undefined; body: unknown }>((resolve) => {
    call.once('response', async (response) => {
      const { statusCode: status = 0, headers } = response;
      resolve({ status, retryAfter: headers['retry-after'], body: JSON.parse(await text(response)) });
    });
  });
  call.on('error', () => {});
  afterTest(async () => {
    call.destroy();
    return undefined;
  });
  call.write(head);
  return {
    answer,
    finish: () => {
      call.write(picture);
      call.end(`\r\n--${boundary}--\r\n`);
      return answer;
    },
    hangUp: () => call.destroy(),
  };
}

const codeOf = (call: Promise<unknown>): Promise<number | null> =>
  call.then(
    () => null,
    ({ code }: { code: number }) => code,
  );

async function startTwo(resourceLimits: { uploadsAPerson?: number; uploadBytesANode?: number }) {
  const app = await startCommunity({ env: { RATE_LIMITS: 'off' }, resourceLimits });
  const enter = (name: string) => app.signUp(`${name}@example.org`, { name, description: 'Hello' });
  return { app, ana: await enter('ana'), ben: await enter('ben') };
}

const upload = (who: Persona) => codeOf(who.calls.updateProfileImage({ image }));
// An admitted probe fails fast with 5006, without decoding.
const probe = (who: Persona) => codeOf(who.calls.updateProfileImage({ image: new Blob(['no picture']) }));

/** An upload that holds the only slot. A probe can hold it briefly, so the upload is retried. */
async function holdPlace(app: Community, who: Persona) {
  for (;;) {
    const held = beginUpload(app, who);
    let isAnswered = false;
    void held.answer.then(() => {
      isAnswered = true;
    });
    while (!isAnswered) if ((await probe(who)) === 6001) return held;
  }
}

describe('files that are arriving or waiting', () => {
  test('are limited for each member: one more is refused before its body is read, and others are served', async () => {
    const { app, ana, ben } = await startTwo({ uploadsAPerson: 1 });
    const held = await holdPlace(app, ana);
    const refused = await beginUpload(app, ana).answer;
    expect(refused).toMatchObject({ status: 429, retryAfter: '5', body: { code: 6001, timeout: 5 } });
    expect(await upload(ben)).toBeNull();
    expect((await held.finish()).status).toBe(200);
    expect(await upload(ana)).toBeNull();
  });

  test('give their places back when the connection ends or the file is refused', async () => {
    const { app, ana } = await startTwo({ uploadsAPerson: 1 });
    const held = await holdPlace(app, ana);
    held.hangUp();
    await expect.poll(() => probe(ana), { timeout: 20_000 }).toBe(5006);
    expect(await probe(ana)).toBe(5006);
    expect(await upload(ana)).toBeNull();
  });

  test('share the memory of the node by the size they announce; a body without one counts as the largest', async () => {
    const { app, ana, ben } = await startTwo({ uploadBytesANode: profileImageMaxBytes + 100_000 });
    const held = beginUpload(app, ana, { 'transfer-encoding': 'chunked' });
    const large = new Blob([new Uint8Array(200_000)]);
    await expect
      .poll(() => codeOf(ben.calls.updateProfileImage({ image: large })), { timeout: 20_000 })
      .toBe(7000);
    const refused = beginUpload(app, ben, { 'content-length': '200000' });
    expect(await refused.answer).toMatchObject({ status: 503, retryAfter: '5', body: { timeout: 5 } });
    expect(await upload(ben)).toBeNull();
    expect((await held.finish()).status).toBe(200);
  });

  test('text on the same call needs no place', async () => {
    const { app, ana, ben } = await startTwo({ uploadsAPerson: 1 });
    const held = await holdPlace(app, ana);
    await ana.calls.sendTextMessage({ userId: ben.userId, content: 'Hello' });
    await held.finish();
  });

  test('by socket are counted with the others', async () => {
    const { app, ana, ben } = await startTwo({ uploadsAPerson: 1 });
    const socket = await ana.connect();
    const say = () =>
      codeOf(socket.send('chat:message-voice', { userId: ben.userId }, new Blob(['no recording'])));
    const held = await holdPlace(app, ana);
    expect(await say()).toBe(6001);
    await held.finish();
    expect(await say()).toBe(5006);
    expect(await say()).toBe(5006);
  });
});
