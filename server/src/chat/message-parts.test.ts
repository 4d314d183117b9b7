import { expect, test } from 'vitest';
import { startCommunity } from '#test/personas';

const text = { type: 'text', content: 'hi' };
const voice = { type: 'voice', content: null, audio_key: 'voice/1' };
const picture = { type: 'picture', content: null, picture_key: 'pictures/1' };
const corrects_message_id = '00000000-0000-0000-0000-000000000001';
const correction = { ...text, corrects_message_id, correction_kind: 'mistake' };
const deleted = { content: null, deleted_at: '2026-01-01T00:00:00Z' };

const valid = {
  'a text': text,
  'a voice message': voice,
  'a picture': picture,
  'a picture with a caption': { ...picture, content: 'hi' },
  'a reply': { ...text, replies_to_message_id: corrects_message_id },
  'a correction': correction,
  'a correction with a note': { ...correction, correction_kind: 'natural', correction_note: 'why' },
  'a deleted text': { ...text, ...deleted },
  'a deleted voice message': { type: 'voice', ...deleted },
};
const invalid = {
  'a text without content': { ...text, content: null },
  'a text with a recording': { ...text, audio_key: 'voice/1' },
  'a recording with a picture': { ...voice, picture_key: 'pictures/1' },
  'a recording called a text': { ...voice, type: 'text' },
  'a picture called a text': { ...picture, type: 'text' },
  'an unknown type': { ...text, type: 'video' },
  'a correction without a kind': { ...text, corrects_message_id },
  'a correction of an unknown kind': { ...correction, correction_kind: 'style' },
  'a kind without a correction': { ...text, correction_kind: 'mistake' },
  'a note without a correction': { ...text, correction_note: 'why' },
  'a deleted message with content': { ...text, ...deleted, content: 'hi' },
  'a deleted message with a waveform': { type: 'voice', ...deleted, audio_waveform: Buffer.from([1]) },
  'a deleted message with a recording': { ...voice, ...deleted },
  'a deleted message with a picture': { ...picture, ...deleted },
  'a deleted correction': { ...correction, ...deleted },
  'a deleted reply': { ...text, ...deleted, replies_to_message_id: corrects_message_id },
};

async function openStore() {
  const { platform } = await startCommunity();
  let sequence = 0;
  return async (parts: Record<string, unknown>): Promise<string> => {
    sequence += 1;
    const row = { sequence, payload_hash: Buffer.from('hi'), ...parts };
    const columns = Object.keys(row);
    return await platform.pool
      .query(
        `INSERT INTO chat_messages (chat_message_id, conversation_id, from_user_id, to_user_id, created_at, updated_at, ${columns})
         VALUES (gen_random_uuid(), '${corrects_message_id}', gen_random_uuid(), gen_random_uuid(), now(), now(),
           ${columns.map((_column, index) => `$${index + 1}`)})`,
        Object.values(row),
      )
      .then(
        () => 'stored',
        ({ constraint }) => constraint,
      );
  };
}

test('the table refuses messages with parts that do not fit their type', async () => {
  const store = await openStore();
  for (const [what, parts] of Object.entries(valid)) expect(await store(parts), what).toBe('stored');
  for (const [what, parts] of Object.entries(invalid))
    expect(await store(parts), what).toBe('chat_messages_parts_check');
});
