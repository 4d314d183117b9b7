import { ApiError } from '@parlance/contract/errors';
import type { LanguageCode } from '@parlance/contract/languages';
import { newPhrase, type ReadPhrase } from '@parlance/contract/phrases';
import { word } from '@parlance/words/word';
import * as z from 'zod/mini';
import { languageOfDeck } from './deck.ts';
import { readTsv, type TsvLine } from './tsv.ts';

/** An uploaded file, and the language of lines without a deck. */
export interface TableToRead {
  bytes: Uint8Array;
  languageCode: LanguageCode | undefined;
}

/** A phrase of the file, or the reason for its refusal. */
export type TableLine =
  | { line: number; phrase: ReadPhrase; reason: null }
  | { line: number; phrase: null; reason: string };

/** Reads and checks every line. Runs in a child process: the server never parses a phrase file. */
export const readTable = ({ bytes, languageCode }: TableToRead): TableLine[] =>
  readTsv(decode(bytes)).map((line) => checkLine(line, languageCode));

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError('FileInvalid', { message: 'The file is not a text in UTF-8.' });
  }
}

function checkLine({ line, fields, deck }: TsvLine, fallback: LanguageCode | undefined): TableLine {
  const [text = '', meaning = '', context = ''] = fields;
  const languageCode = (deck === null ? undefined : languageOfDeck(deck)) ?? fallback;
  if (languageCode === undefined) return { line, phrase: null, reason: word('The language is missing') };
  const read = z.safeParse(newPhrase, { languageCode, text, meaning, context });
  if (!read.success) return { line, phrase: null, reason: read.error.issues[0]?.message ?? '' };
  const { meaning: ownMeaning = '', context: ownContext = '' } = read.data;
  const phrase = { languageCode, text: read.data.text, meaning: ownMeaning, context: ownContext };
  return { line, phrase, reason: null };
}
