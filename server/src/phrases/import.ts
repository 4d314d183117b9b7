import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import type { LanguageCode } from '@parlance/contract/languages';
import {
  type importPhrases,
  newPhrase,
  phraseImportMaxBytes,
  phrasesMax,
  type ReadPhrase,
} from '@parlance/contract/phrases';
import { word } from '@parlance/words/word';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '#platform/effects';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';
import type { Caller, UploadedFile } from '#platform/serve';
import { languageOfDeck } from './deck.ts';
import { readBook } from './phrase-list.ts';
import { lockBook } from './phrases.ts';
import { readTsv, type TsvLine } from './tsv.ts';

const importsAnHour = 30;
const firstShown = 20;

type Outcome = ResultOf<typeof importPhrases>;

/** Takes in what a table holds, or only says what would come in. What is in the book stays as it is, with its reviews. */
export async function importBook(
  platform: Platform,
  { userId }: Caller,
  { languageCode, dryRun = false }: PayloadOf<typeof importPhrases>,
  file: UploadedFile,
): Promise<Outcome> {
  const rule = { key: `phrase-import:${userId}`, limit: importsAnHour, windowMs: 3_600_000 };
  refuseOver(await platform.limits.take([rule]));
  if (file.bytes.length > phraseImportMaxBytes) throw new ApiError('FileTooLarge');
  const lines = readTsv(decode(file.bytes));
  if (lines.length > phrasesMax) {
    throw new ApiError('FileTooLarge', { message: 'A file may hold at most 5,000 phrases.' });
  }
  return platform.db.transaction().execute(async (tx) => {
    const room = phrasesMax - (await lockBook(tx, userId));
    const known = new Set((await readBook(tx, userId)).map(keyOf));
    const outcome = judge(lines, { known, room, languageCode });
    if (!dryRun && outcome.coming.length > 0) await keepAll(platform, tx, userId, outcome.coming);
    const { coming, ...rest } = outcome;
    return { ...rest, added: coming.length, first: coming.slice(0, firstShown) };
  });
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError('FileInvalid', { message: 'The file is not a text in UTF-8.' });
  }
}

// Spaces and the way accents are stored do not make another phrase.
const keyOf = ({ languageCode, text }: Pick<ReadPhrase, 'languageCode' | 'text'>): string =>
  `${languageCode} ${text.normalize('NFC').replaceAll(/\s+/g, ' ')}`;

interface Judged {
  coming: ReadPhrase[];
  known: number;
  refused: Outcome['refused'];
}

function judge(
  lines: TsvLine[],
  { known, room, languageCode }: { known: Set<string>; room: number; languageCode: LanguageCode | undefined },
): Judged {
  const judged: Judged = { coming: [], known: 0, refused: [] };
  for (const { line, fields, deck } of lines) {
    const [text = '', meaning = '', context = ''] = fields;
    const language = (deck === null ? undefined : languageOfDeck(deck)) ?? languageCode;
    if (language === undefined) {
      judged.refused.push({ line, reason: word('It is not said which language this is') });
      continue;
    }
    const read = z.safeParse(newPhrase, { languageCode: language, text, meaning, context });
    if (!read.success) {
      judged.refused.push({ line, reason: read.error.issues[0]?.message ?? '' });
      continue;
    }
    const phrase = {
      languageCode: language,
      text: read.data.text,
      meaning: read.data.meaning ?? '',
      context: read.data.context ?? '',
    };
    if (known.has(keyOf(phrase))) judged.known += 1;
    else if (judged.coming.length >= room) {
      judged.refused.push({ line, reason: word('Your phrasebook is full: it holds 5,000 phrases.') });
    } else {
      known.add(keyOf(phrase));
      judged.coming.push(phrase);
    }
  }
  return judged;
}

async function keepAll({ clock }: Platform, tx: Tx, userId: string, coming: ReadPhrase[]): Promise<void> {
  const now = clock.now();
  // The last one first: the book shows the newest first, and so the lines in their order.
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
