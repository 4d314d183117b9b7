import { ApiError } from '@parlance/contract/errors';
import { describe, expect, test } from 'vitest';
import { withLibreTranslate } from '#test/libre-translate';
import { startCommunity } from '#test/personas';

async function startPair({ isConfigured = true } = {}) {
  const { libre, env } = await withLibreTranslate();
  const community = await startCommunity({ env: isConfigured ? env : {} });
  const aiko = await community.signUp('aiko@example.org', { name: 'Aiko' });
  const ben = await community.signUp('ben@example.org', { name: 'Ben' });
  const send = async (content: string) => {
    const { chatMessageId } = await aiko.calls.sendTextMessage({ userId: ben.userId, content });
    return chatMessageId;
  };
  return { ...community, libre, aiko, ben, send };
}

const refusal = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'not refused',
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      return `${error.statusCode}/${error.code}`;
    },
  );

// Rules: docs/specification/aids.md#translation
describe('translation', () => {
  test('both people of a message have it in the language they ask for', async () => {
    const { aiko, ben, send } = await startPair();
    const chatMessageId = await send('こんにちは');
    const ask = { chatMessageId, languageCode: 'es' } as const;
    expect(await ben.calls.translateMessage(ask)).toEqual({ text: '[es] こんにちは', languageCode: 'es' });
    expect(await aiko.calls.translateMessage(ask)).toEqual({ text: '[es] こんにちは', languageCode: 'es' });
    expect((await ben.calls.getStaticData()).hasTranslation).toBe(true);
  });

  test('to others, for a recording and for an unknown id there is no such message', async () => {
    const { ben, send, signUp, libre, platform } = await startPair();
    const cleo = await signUp('cleo@example.org', { name: 'Cleo' });
    const chatMessageId = await send('こんにちは');
    expect(await refusal(cleo.calls.translateMessage({ chatMessageId, languageCode: 'es' }))).toBe(
      '404/4001',
    );
    const unknownId = '0197f0c0-0000-7000-8000-000000000000';
    expect(await refusal(ben.calls.translateMessage({ chatMessageId: unknownId, languageCode: 'es' }))).toBe(
      '404/4001',
    );
    await platform.db
      .updateTable('chat_messages')
      .set({ type: 'voice', content: null, audio_key: 'voice/x' })
      .where('chat_message_id', '=', chatMessageId)
      .execute();
    expect(await refusal(ben.calls.translateMessage({ chatMessageId, languageCode: 'es' }))).toBe('404/4001');
    expect(libre.asked).toEqual([]);
  });

  test('1,000 characters are translated and one more is not', async () => {
    const { ben, send } = await startPair();
    const translate = async (content: string) =>
      refusal(ben.calls.translateMessage({ chatMessageId: await send(content), languageCode: 'es' }));
    expect(await translate('😀'.repeat(1000))).toBe('not refused');
    expect(await translate('😀'.repeat(1001))).toBe('400/1000');
  });

  test('a language that the translator does not have is refused as such', async () => {
    const { ben, send } = await startPair();
    const chatMessageId = await send('こんにちは');
    await expect(ben.calls.translateMessage({ chatMessageId, languageCode: 'sw' })).rejects.toMatchObject({
      code: 1000,
      fields: { languageCode: expect.any(String) },
    });
  });

  test('60 an hour for each person, and what was refused before does not count', async () => {
    const { aiko, ben, send } = await startPair();
    const chatMessageId = await send('こんにちは');
    const tooLong = await send('x'.repeat(1001));
    const translate = (id: string) =>
      refusal(ben.calls.translateMessage({ chatMessageId: id, languageCode: 'es' }));
    expect(await translate(tooLong)).toBe('400/1000');
    for (let count = 0; count < 60; count++) expect(await translate(chatMessageId)).toBe('not refused');
    await expect(ben.calls.translateMessage({ chatMessageId, languageCode: 'es' })).rejects.toMatchObject({
      statusCode: 429,
      code: 6000,
      timeout: 3600,
    });
    expect(await refusal(aiko.calls.translateMessage({ chatMessageId, languageCode: 'es' }))).toBe(
      'not refused',
    );
  });

  test('a translator that fails, or takes longer than 8 seconds, is 503 and the text is in no log', async () => {
    const { ben, send, libre, log } = await startPair();
    const chatMessageId = await send('a secret sentence');
    const translate = () => refusal(ben.calls.translateMessage({ chatMessageId, languageCode: 'es' }));
    libre.mood = 'failing';
    expect(await translate()).toBe('503/7000');
    libre.mood = 'silent';
    const begin = performance.now();
    expect(await translate()).toBe('503/7000');
    expect(performance.now() - begin).toBeGreaterThan(7900);
    expect(performance.now() - begin).toBeLessThan(20_000);
    expect(JSON.stringify(log.lines)).not.toContain('secret sentence');
  });

  test('where there is no translator there is no such call, and the static data say nothing of one', async () => {
    const { ben, send } = await startPair({ isConfigured: false });
    const chatMessageId = await send('こんにちは');
    expect(await refusal(ben.calls.translateMessage({ chatMessageId, languageCode: 'es' }))).toBe('404/4000');
    expect((await ben.calls.getStaticData()).hasTranslation).toBeUndefined();
  });
});
