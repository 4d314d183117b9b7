import { join } from 'node:path';
import { serialize } from 'node:v8';
import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import { type Message, messageOf } from '@parlance/contract/message';
import {
  type importPhrases,
  phraseImportMaxBytes,
  phrasesMax,
  type ReadPhrase,
} from '@parlance/contract/phrases';
import { sql } from 'kysely';
import type { Tx } from '#platform/effects';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import { createProcessPool } from '#platform/process-pool';
import { refuseOver } from '#platform/rate-limit';
import type { Caller, UploadedFile } from '#platform/serve';
import { bookIsFull, lockBook } from './phrases.ts';
import type { TableLine, TableToRead } from './read-table.ts';

const importsAnHour = 30;
const firstShown = 20;

type Outcome = ResultOf<typeof importPhrases>;

const readInPool = createProcessPool<TableLine[]>({
  module: join(import.meta.dirname, 'table-process.ts'),
  concurrency: 1,
  queueMax: 20,
  timeoutMs: 10_000,
  heapMaxMb: 128,
});

/** Imports a table, or previews the import. Existing phrases keep their content and reviews. */
export async function importBook(
  platform: Platform,
  { userId }: Caller,
  { languageCode, dryRun = false }: PayloadOf<typeof importPhrases>,
  file: UploadedFile,
): Promise<Outcome> {
  const rule = { key: `phrase-import:${userId}`, limit: importsAnHour, windowMs: 3_600_000 };
  refuseOver(await platform.limits.take([rule]));
  if (file.bytes.length > phraseImportMaxBytes) throw new ApiError('FileTooLarge');
  const lines = await readInPool(
    serialize({ bytes: file.bytes, languageCode } satisfies TableToRead),
    userId,
  );
  return platform.db.transaction().execute(async (tx) => {
    const room = phrasesMax - (await lockBook(tx, userId));
    const outcome = judge(lines, { known: await knownKeys(tx, userId), room });
    if (!dryRun && outcome.coming.length > 0) await keepAll(platform, tx, userId, outcome.coming);
    const { coming, ...rest } = outcome;
    return { ...rest, added: coming.length, first: coming.slice(0, firstShown) };
  });
}

/** The keys of existing phrases, without the other columns of a large book. */
async function knownKeys(tx: Tx, userId: string): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('phrases')
    .select(['language_code as languageCode', 'text'])
    .where('user_id', '=', userId)
    .execute();
  return new Set(rows.map(keyOf));
}

// Whitespace and Unicode normalisation do not make a different phrase.
const keyOf = ({ languageCode, text }: { languageCode: string; text: string }): string =>
  `${languageCode} ${text.normalize('NFC').replaceAll(/\s+/g, ' ')}`;

interface Judged {
  coming: ReadPhrase[];
  known: number;
  refused: Outcome['refused'];
}

function judge(lines: readonly TableLine[], { known, room }: { known: Set<string>; room: number }): Judged {
  const judged: Judged = { coming: [], known: 0, refused: [] };
  const refuse = (line: number, { message: reason, ...said }: Message) =>
    judged.refused.push({ line, reason, ...said });
  for (const { line, phrase, reason } of lines) {
    if (phrase === null) refuse(line, messageOf(reason));
    else if (known.has(keyOf(phrase))) judged.known += 1;
    else if (judged.coming.length >= room) {
      refuse(line, bookIsFull);
    } else {
      known.add(keyOf(phrase));
      judged.coming.push(phrase);
    }
  }
  return judged;
}

async function keepAll({ clock }: Platform, tx: Tx, userId: string, coming: ReadPhrase[]): Promise<void> {
  const now = clock.now();
  // Reversed ids: the book lists the newest first, so the lines appear in file order.
  const ids = coming.map(() => newId(clock)).reverse();
  const column = (name: keyof ReadPhrase) => coming.map((phrase) => phrase[name]);
  await sql`
    INSERT INTO phrases (phrase_id, user_id, language_code, text, meaning, context, is_verbatim, is_meaning_verbatim,
      is_context_verbatim, due_at, created_at, updated_at)
    SELECT line.phrase_id, ${userId}::uuid, line.language_code, line.text, line.meaning, line.context, false, false, false,
      ${now}::timestamptz, ${now}, ${now}
    FROM unnest(${ids}::uuid[], ${column('languageCode')}::text[], ${column('text')}::text[], ${column('meaning')}::text[],
      ${column('context')}::text[]) AS line(phrase_id, language_code, text, meaning, context)`.execute(tx);
}
