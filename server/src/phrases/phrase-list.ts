import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import type { LanguageCode } from '@parlance/contract/languages';
import type { listPhrases as listPhrasesCall, Phrase } from '@parlance/contract/phrases';
import { listLimitDefault } from '@parlance/contract/text';
import { type Kysely, sql } from 'kysely';
import { readMoment } from '#platform/moment';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import type { Tables } from '#tables.generated';

// Nobody is led to somebody who is banned, or where one of the two has blocked the other. The words stay.
const columns = sql`phrase.phrase_id AS "phraseId", phrase.language_code AS "languageCode", phrase.text, phrase.meaning, phrase.context,
  phrase.source_message_id AS "sourceMessageId",
  (SELECT partner.user_id FROM users partner WHERE partner.user_id = phrase.partner_user_id AND partner.banned_at IS NULL
    AND NOT EXISTS (SELECT FROM blocks_between(phrase.user_id, partner.user_id))) AS "partnerUserId",
  phrase.due_at AS "dueAt", phrase.reps, phrase.lapses, phrase.created_at AS "createdAt"`;

/** One page of the book, how many there are like these, and how many of the whole book are due. */
export async function listPhrases(
  platform: Platform,
  { userId }: Caller,
  filters: PayloadOf<typeof listPhrasesCall>,
): Promise<ResultOf<typeof listPhrasesCall>> {
  const { limit = listLimitDefault, offset = 0, query = '', languageCode, due = false } = filters;
  const now = platform.clock.now();
  const isDue = sql`phrase.due_at <= ${now}`;
  const wanted = sql`phrases AS phrase WHERE phrase.user_id = ${userId}
    ${due ? sql`AND ${isDue}` : sql``}
    ${languageCode === undefined ? sql`` : sql`AND phrase.language_code = ${languageCode}`}
    ${query === '' ? sql`` : sql`AND ${holds(query)}`}`;
  const order = due
    ? sql`phrase.due_at, phrase.phrase_id`
    : sql`phrase.created_at DESC, phrase.phrase_id DESC`;
  return readMoment(platform, ['seqscan'], async (moment) => {
    const phrases = await moment.read(
      sql<Phrase>`SELECT ${columns} FROM ${wanted} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`,
    );
    const [total] = await moment.read(sql<{ count: number }>`SELECT count(*) AS count FROM ${wanted}`);
    const [waiting] = await moment.read(
      sql<{
        count: number;
      }>`SELECT count(*) AS count FROM phrases AS phrase WHERE phrase.user_id = ${userId} AND ${isDue}`,
    );
    return { phrases, count: total?.count ?? 0, dueCount: waiting?.count ?? 0 };
  });
}

function holds(query: string) {
  const pattern = `%${query.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`phrase.search_text LIKE lower(${pattern}::text COLLATE "und-x-icu") COLLATE "C"`;
}

/** Phrases of somebody as they travel, in the order of the ids. */
export async function loadPhrases(
  db: Kysely<Tables>,
  userId: string,
  phraseIds: readonly string[],
): Promise<Phrase[]> {
  const { rows } = await sql<Phrase>`SELECT ${columns} FROM phrases AS phrase
    WHERE phrase.user_id = ${userId} AND phrase.phrase_id = ANY(${phraseIds}::uuid[])
    ORDER BY array_position(${phraseIds}::uuid[], phrase.phrase_id)`.execute(db);
  return rows;
}

/** A line of the book as a file has it. */
export interface BookLine {
  phraseId: string;
  languageCode: LanguageCode;
  text: string;
  meaning: string;
  context: string;
  createdAt: Date;
  updatedAt: Date;
}

/** The whole book of somebody, oldest first. */
export async function readBook(db: Kysely<Tables>, userId: string): Promise<BookLine[]> {
  const { rows } = await sql<BookLine>`
    SELECT phrase_id AS "phraseId", language_code AS "languageCode", text, meaning, context,
      created_at AS "createdAt", updated_at AS "updatedAt"
    FROM phrases WHERE user_id = ${userId} ORDER BY created_at, phrase_id`.execute(db);
  return rows;
}
