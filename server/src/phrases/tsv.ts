import { ApiError } from '@parlance/contract/errors';
import { filled, grouped } from '@parlance/contract/message';
import { phrasesMax } from '@parlance/contract/phrases';
import { fromCardHtml, toCardHtml } from './card-html.ts';
import { deckName, noteTypeName } from './deck.ts';
import type { BookLine } from './phrase-list.ts';

// For Anki 2.1.54 and newer: the id makes an import update notes. Columns are unnamed, so any note type accepts them in order.
const head = [
  '#separator:tab',
  '#html:true',
  `#notetype:${noteTypeName}`,
  '#guid column:1',
  '#deck column:5',
  '#tags column:6',
];

/** The book as a TSV table. Each line is encoded at once: one large string would exceed a small heap. */
export function writeTsv(book: readonly BookLine[]): Buffer {
  const lines = book.map(({ phraseId, languageCode, text, meaning, context }) => {
    const fields = [text, meaning, context].map(toCardHtml);
    const all = [phraseId, ...fields, deckName(languageCode), `parlance ${languageCode}`];
    return toLine(all.map(quoteField).join('\t'));
  });
  return Buffer.concat([...head.map(toLine), ...lines]);
}

const toLine = (line: string): Buffer => Buffer.from(`${line}\n`);

const quoteField = (field: string): string =>
  field.includes('"') ? `"${field.replaceAll('"', '""')}"` : field;

/** One line of a table: phrase, meaning and context as available, and its deck. */
export interface TsvLine {
  line: number;
  fields: string[];
  deck: string | null;
}

const specialColumn = /^#(guid|notetype|deck|tags) column:(\d{1,3})$/i;
/** The highest index of a special column. Later fields are skipped, as Anki does with fields that a note type lacks. */
const columnsMax = 999;
const fieldsOfPhrase = 3;

/** The header lines of a table. Of two columns for the same purpose the second one counts, as in Anki. */
interface TsvHead {
  special: Map<string, number>;
  isHtml: boolean;
}

/** Reads a TSV table of this product, of Anki, or without a header. Stops at the first line over `linesMax`. */
export function readTsv(table: string, linesMax = phrasesMax): TsvLine[] {
  const head: TsvHead = { special: new Map(), isHtml: false };
  const lines: TsvLine[] = [];
  let isHead = true;
  for (const { line, fields } of recordsOf(table.replace(/^\ufeff/, ''))) {
    const [first = ''] = fields;
    isHead &&= first.startsWith('#');
    if (isHead) {
      readHeadLine(head, first.trim());
      continue;
    }
    if (fields.every((field) => field.trim() === '')) continue;
    if (lines.length === linesMax)
      throw new ApiError(
        'FileTooLarge',
        filled('A file may hold at most {max} phrases.', { max: linesMax }, grouped),
      );
    lines.push({ line, ...takeFields(fields, head) });
  }
  return lines;
}

function readHeadLine(head: TsvHead, line: string): void {
  const [, purpose, column] = specialColumn.exec(line) ?? [];
  if (purpose) head.special.set(purpose.toLowerCase(), Number(column) - 1);
  if (/^#html:true$/i.test(line)) head.isHtml = true;
  if (/^#separator:(?!tab$)/i.test(line))
    throw new ApiError('FileInvalid', { message: 'The columns of the file are not separated by tabs.' });
}

function takeFields(fields: readonly string[], { special, isHtml }: TsvHead): Omit<TsvLine, 'line'> {
  const places = [...special.values()];
  const own: string[] = [];
  for (let place = 0; place < fields.length && own.length < fieldsOfPhrase; place++)
    if (!places.includes(place)) own.push(fields[place] ?? '');
  const deckAt = special.get('deck');
  return {
    fields: isHtml ? own.map(fromCardHtml) : own,
    deck: deckAt === undefined ? null : (fields[deckAt] ?? null),
  };
}

/** Records with their first line number. A quoted field can contain tabs and line breaks. */
function* recordsOf(table: string): Generator<{ line: number; fields: string[] }> {
  let at = 0;
  let line = 1;
  while (at < table.length) {
    const begun = line;
    const fields: string[] = [];
    for (let isOver = false; !isOver; ) {
      const { field, end } = table[at] === '"' ? quotedField(table, at) : plainField(table, at);
      if (fields.length < columnsMax) fields.push(field.value);
      line += field.lines;
      isOver = table[end] !== '\t';
      at = end + (table[end] === '\r' && table[end + 1] === '\n' ? 2 : 1);
    }
    line += 1;
    yield { line: begun, fields };
  }
}

function plainField(table: string, start: number) {
  let end = start;
  while (end < table.length && table[end] !== '\t' && table[end] !== '\n' && table[end] !== '\r') end += 1;
  return { field: { value: table.slice(start, end), lines: 0 }, end };
}

function quotedField(table: string, start: number) {
  let end = start + 1;
  while (end < table.length && (table[end] !== '"' || table[end + 1] === '"'))
    end += table[end] === '"' ? 2 : 1;
  const value = table.slice(start + 1, end).replaceAll('""', '"');
  const rest = plainField(table, end + 1);
  const lines = value.split('\n').length - 1;
  return { field: { value: value + rest.field.value, lines }, end: rest.end };
}
