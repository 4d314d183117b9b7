import { ApiError } from '@parlance/contract/errors';
import { fromCardHtml, toCardHtml } from './card-html.ts';
import { deckName, noteTypeName } from './deck.ts';
import type { BookLine } from './phrase-list.ts';

// Read by Anki 2.1.54 and newer: the id makes a second import change the notes that are there instead of adding more. Without names
// for its columns, which would have to be those of a note type, any note type takes them in their order.
const head = [
  '#separator:tab',
  '#html:true',
  `#notetype:${noteTypeName}`,
  '#guid column:1',
  '#deck column:5',
  '#tags column:6',
];

/** The book as a table with tabs. */
export function writeTsv(book: readonly BookLine[]): string {
  const lines = book.map(({ phraseId, languageCode, text, meaning, context }) =>
    [
      phraseId,
      ...[text, meaning, context].map(toCardHtml),
      deckName(languageCode),
      `parlance ${languageCode}`,
    ]
      .map(quoteField)
      .join('\t'),
  );
  return `${[...head, ...lines].join('\n')}\n`;
}

const quoteField = (field: string): string =>
  field.includes('"') ? `"${field.replaceAll('"', '""')}"` : field;

/** One line of a table: its fields in order, those with a meaning of their own apart. */
export interface TsvLine {
  line: number;
  fields: string[];
  deck: string | null;
}

const specialColumns = /^#(guid|notetype|deck|tags) column:(\d{1,3})$/i;

/** Reads a table with tabs, of ours, of Anki or without any first lines. */
export function readTsv(table: string): TsvLine[] {
  const special = new Map<number, string>();
  let isHtml = false;
  const lines: TsvLine[] = [];
  let isHead = true;
  for (const { line, fields } of recordsOf(table.replace(/^\ufeff/, ''))) {
    const [first = ''] = fields;
    isHead &&= first.startsWith('#');
    if (isHead) {
      const column = specialColumns.exec(first.trim());
      if (column) special.set(Number(column[2]) - 1, `${column[1]}`.toLowerCase());
      if (/^#html:true$/i.test(first.trim())) isHtml = true;
      if (/^#separator:(?!tab$)/i.test(first.trim())) {
        throw new ApiError('FileInvalid', { message: 'The columns of the file are not separated by tabs.' });
      }
      continue;
    }
    if (fields.every((field) => field.trim() === '')) continue;
    const deckAt = [...special].find(([, name]) => name === 'deck')?.[0];
    const own = fields.filter((_field, place) => !special.has(place));
    lines.push({
      line,
      fields: isHtml ? own.map(fromCardHtml) : own,
      deck: deckAt === undefined ? null : (fields[deckAt] ?? null),
    });
  }
  return lines;
}

/** Records with the line they begin on. A field in quotes may hold tabs and line ends. */
function* recordsOf(table: string): Generator<{ line: number; fields: string[] }> {
  let at = 0;
  let line = 1;
  while (at < table.length) {
    const begun = line;
    const fields: string[] = [];
    for (let isOver = false; !isOver; ) {
      const { field, end } = table[at] === '"' ? quotedField(table, at) : plainField(table, at);
      fields.push(field.value);
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
