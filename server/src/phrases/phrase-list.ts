import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import type { LanguageCode } from '@parlance/contract/languages';
import type { listPhrases as listPhrasesCall, Phrase } from '@parlance/contract/phrases';
import { listLimitDefault } from '@parlance/contract/text';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#domain/tables.generated';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { readSnapshot } from '#platform/snapshot-read';

// No link to a partner who is banned or blocked in either direction. The words stay.
const columns = sql`phrase.phrase_id AS "phraseId", phrase.language_code AS "languageCode", phrase.text, phrase.meaning, phrase.context,
  phrase.source_message_id AS "sourceMessageId",
  (SELECT partner.user_id FROM users partner WHERE partner.user_id = phrase.partner_user_id AND partner.banned_at IS NULL
    AND NOT EXISTS (SELECT FROM blocks_between(phrase.user_id, partner.user_id))) AS "partnerUserId",
  phrase.due_at AS "dueAt", phrase.reps, phrase.lapses, phrase.created_at AS "createdAt"`;

/** One page of the book, the number of matches, and the number of due phrases in the whole book. */
export async function listPhrases(
  platform: Platform,
  { userId }: Caller,
  filters: PayloadOf<typeof listPhrasesCall>,
): Promise<ResultOf<typeof listPhrasesCall>> {
  const { limit = listLimitDefault, offset = 0, query = '', languageCode, due = false } = filters;
  const now = platform.clock.now();
  const order = due ? sql`due_at, phrase_id` : sql`created_at DESC, phrase_id DESC`;
  // A search scans the book once for both page and count; without one, indexes serve each.
  const isSearch = query !== '' || languageCode !== undefined;
  const wanted = sql`
    SELECT phrase_id, due_at, created_at FROM phrases WHERE user_id = ${userId}
    ${due ? sql`AND due_at <= ${now}` : sql``}
    ${languageCode === undefined ? sql`` : sql`AND language_code = ${languageCode}`}
    ${query === '' ? sql`` : sql`AND ${holds(query)}`}`;
  return readSnapshot(platform, ['seqscan'], async (snapshot) => {
    const [found] = await snapshot.read(sql<{ ids: string[]; count: number; dueCount: number }>`
      WITH wanted AS ${isSearch ? sql`MATERIALIZED` : sql`NOT MATERIALIZED`} (${wanted})
      SELECT ARRAY(SELECT phrase_id FROM wanted ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}) AS ids,
        (SELECT count(*) FROM wanted) AS count,
        (SELECT count(*) FROM phrases WHERE user_id = ${userId} AND due_at <= ${now}) AS "dueCount"`);
    const { ids = [], count = 0, dueCount = 0 } = found ?? {};
    const phrases = ids.length === 0 ? [] : await snapshot.read(phrasesIn(userId, ids));
    return { phrases, count, dueCount };
  });
}

function holds(query: string) {
  const pattern = `%${query.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  // Folded once, not per phrase.
  return sql`search_text LIKE (SELECT lower(${pattern}::text COLLATE "und-x-icu")) COLLATE "C"`;
}

const phrasesIn = (userId: string, phraseIds: readonly string[]) => sql<Phrase>`
  SELECT ${columns} FROM phrases AS phrase
  WHERE phrase.user_id = ${userId} AND phrase.phrase_id = ANY(${phraseIds}::uuid[])
  ORDER BY array_position(${phraseIds}::uuid[], phrase.phrase_id)`;

/** A member's phrases in the form of the contract, ordered by id. */
export async function loadPhrases(
  db: Kysely<Tables>,
  userId: string,
  phraseIds: readonly string[],
): Promise<Phrase[]> {
  return (await phrasesIn(userId, phraseIds).execute(db)).rows;
}

/** A phrase of the book for a file. */
export interface BookLine {
  phraseId: string;
  languageCode: LanguageCode;
  text: string;
  meaning: string;
  context: string;
  createdAt: Date;
  updatedAt: Date;
}

/** A member's whole book, oldest first. */
export async function readBook(db: Kysely<Tables>, userId: string): Promise<BookLine[]> {
  const { rows } = await sql<BookLine>`
    SELECT phrase_id AS "phraseId", language_code AS "languageCode", text, meaning, context,
      created_at AS "createdAt", updated_at AS "updatedAt"
    FROM phrases WHERE user_id = ${userId} ORDER BY created_at, phrase_id`.execute(db);
  return rows;
}
