import { randomUUID } from 'node:crypto';
import { phrasesMax } from '@parlance/contract/phrases';
import { listPhrases } from '@parlance/server/phrases/phrase-list';
import { reviewPhrases } from '@parlance/server/phrases/reviews';
import type { Platform } from '@parlance/server/platform/platform';
import { grouped, type Part } from './figures.ts';
import { withApp } from './servers.ts';
import { type Case, timeCases } from './timed-cases.ts';

const reviewsOfEach = 8;

/** The book of a member with the maximum number of phrases, among others. */
export function measurePhrases({ isQuick }: { isQuick: boolean }): Promise<Part> {
  return withApp((platform) => measure(platform, isQuick ? 5 : 100, isQuick ? 3 : 6));
}

async function measure(platform: Platform, books: number, rounds: number): Promise<Part> {
  const { userId, phraseId } = await fill(platform, books);
  const caller = { userId, userSessionId: randomUUID(), isAdmin: false };
  const list = (filters: Parameters<typeof listPhrases>[2]) => () => listPhrases(platform, caller, filters);
  const cases: Case[] = [
    {
      what: `first 50 of a book of ${grouped(phrasesMax)} phrases among ${grouped(books)} such books`,
      goalMs: 10,
      run: list({ limit: 50 }),
    },
    { what: '… its last page', goalMs: 10, run: list({ limit: 50, offset: phrasesMax - 50 }) },
    { what: '… what is due, half of it', goalMs: 10, run: list({ limit: 50, due: true }) },
    { what: '… of one language', goalMs: 10, run: list({ limit: 50, languageCode: 'ja' }) },
    { what: '… that hold a text', goalMs: 10, run: list({ limit: 50, query: 'NUMBER 4999' }) },
    {
      what: `one more review of a phrase with ${reviewsOfEach}`,
      goalMs: 10,
      run: () =>
        reviewPhrases(platform, caller, [
          { reviewId: randomUUID(), phraseId: phraseId(), rating: 'good', reviewedAt: new Date() },
        ]),
    },
  ];
  return timeCases(platform, { subject: 'Phrases', cases, rounds, userId });
}

/** Full books, each phrase with a few reviews, half of them due. */
async function fill({ pool }: Platform, books: number) {
  const id = (n: number) => `00000000-0000-0000-0000-${String(n).padStart(12, '0')}`;
  await pool.query(
    `INSERT INTO users (user_id, created_at, updated_at, name, description)
     SELECT lpad(n::text, 32, '0')::uuid, '2025-01-01', '2025-01-01', 'Person ' || n, 'About person ' || n
     FROM generate_series(1, $1::int) AS n`,
    [books],
  );
  await pool.query(
    `INSERT INTO phrases (phrase_id, user_id, language_code, text, meaning, context, is_verbatim, is_meaning_verbatim,
       is_context_verbatim, due_at, reps, created_at, updated_at)
     SELECT lpad((book * 10000 + n)::text, 32, '0')::uuid, lpad(book::text, 32, '0')::uuid,
       (ARRAY['en', 'ja', 'es'])[1 + n % 3], 'A phrase, number ' || n, 'what it means, in other words, ' || n,
       'It stood in a sentence that was about as long as people write them, number ' || n || ', and then there was more.',
       false, false, false,
       CASE WHEN n % 2 = 0 THEN timestamptz '2025-01-01' + n * interval '1 minute' ELSE '2999-01-01' END, $3::int,
       timestamptz '2025-01-01' + n * interval '1 second', '2025-01-01'
     FROM generate_series(1, $1::int) AS book, generate_series(0, $2::int - 1) AS n`,
    [books, phrasesMax, reviewsOfEach],
  );
  await pool.query(
    `INSERT INTO phrase_reviews (user_id, review_id, phrase_id, rating, reviewed_at, told_at)
     SELECT user_id, gen_random_uuid(), phrase_id, 'good', at, at
     FROM phrases, generate_series(1, $1::int) AS nth, LATERAL (SELECT created_at + nth * interval '9 days' AS at) AS moment
     WHERE user_id = $2`,
    [reviewsOfEach, id(1)],
  );
  await pool.query('VACUUM ANALYZE users, phrases, phrase_reviews');
  let next = 0;
  return { userId: id(1), phraseId: () => id(10_000 + (next++ % phrasesMax)) };
}
