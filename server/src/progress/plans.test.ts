import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { answer, startLearners } from '#test/phrases';
import { explainStatements, rowsMet } from '#test/plans';
import { getProgress, getRhythm } from './progress.ts';

test('the answer takes a bounded number of rows, however much somebody writes', async () => {
  const { ana, ben, platform } = await startLearners();
  const now = platform.clock.now();
  const { chatMessageId } = await ana.calls.sendTextMessage({ userId: ben.userId, content: 'Hello' });
  const writeALot = (messages: number) =>
    sql`
    WITH written AS (
      INSERT INTO chat_messages (chat_message_id, conversation_id, sequence, from_user_id, to_user_id, type, content,
        payload_hash, created_at, updated_at)
      SELECT gen_random_uuid(), conversation_id, 10 + nth, from_user_id, to_user_id, type, 'Hello again', payload_hash,
        ${now}::timestamptz - nth * interval '10 minutes', ${now}
      FROM chat_messages, generate_series(1, ${messages}::int) AS nth WHERE chat_message_id = ${chatMessageId}
      RETURNING chat_message_id, from_user_id, created_at
    )
    INSERT INTO user_activities (user_activity_id, user_id, type, created_at)
    SELECT chat_message_id, from_user_id, 'send-chat-message', created_at FROM written`.execute(platform.db);
  await writeALot(12_000);
  await sql`ANALYZE`.execute(platform.db);
  const caller = { userId: ana.userId, userSessionId: ana.userSessionId, isAdmin: false };
  for (const ask of [getRhythm, getProgress]) {
    const statements = await explainStatements(() => ask(platform, caller, { timeZone: 'UTC' }), {
      isRepeated: true,
    });
    const met = statements.map(rowsMet).reduce((sum, rows) => sum + rows, 0);
    expect(statements.length).toBeGreaterThan(1);
    expect(met).toBeLessThan(5000);
  }
});

test('what was reviewed before there was a mark is known since its last review', async () => {
  const { ana, clock, platform } = await startLearners();
  const keep = async (text: string) => (await ana.calls.createPhrase({ languageCode: 'en', text })).phraseId;
  const [known, young] = [await keep('known'), await keep('young')];
  const reviewedAt = clock.now();
  await ana.calls.reviewPhrases({
    reviews: [known, young].map((phraseId, nth) => answer(nth, phraseId, 'good', reviewedAt)),
  });
  const wait = (phraseId: string, days: number) =>
    sql`
    UPDATE phrases SET known_at = NULL, due_at = ${reviewedAt}::timestamptz + ${days} * interval '1 day'
    WHERE phrase_id = ${phraseId}`.execute(platform.db);
  await wait(known, 21);
  await wait(young, 20);
  const file = await readFile(new URL('../../migrations/0018-progress.sql', import.meta.url), 'utf8');
  const update = file.split(';').find((statement) => statement.includes('UPDATE phrases')) ?? '';
  await sql.raw(update).execute(platform.db);
  const { rows } = await sql`SELECT text, known_at FROM phrases ORDER BY text`.execute(platform.db);
  expect(rows).toEqual([
    { text: 'known', known_at: reviewedAt },
    { text: 'young', known_at: null },
  ]);
});
