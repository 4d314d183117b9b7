import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PO from 'pofile';
import type { Locale } from './locales.ts';
import { pluralForms } from './plural-forms.ts';
import { word } from './word.ts';

export interface Entry {
  english: string;
  /** The English plural; null for an uncounted text. */
  plural: string | null;
  context: string | null;
  /** One per plural form; empty or absent when untranslated. */
  translations: string[];
  /** Notes for the translator, from the source. */
  notes: string[];
  /** The translator's comments. */
  comments: string[];
  files: string[];
  isFuzzy: boolean;
  /** No longer used; kept in case a similar text returns. */
  isObsolete: boolean;
}

/** Note of a server text that browsers display. */
export const arrives = 'Sent by the server, and recognised by its English text.';

/** Whether it reaches a browser in English. */
export const isSent = ({ notes }: Pick<Entry, 'notes'>): boolean => notes.includes(arrives);

/** The lookup key of `t`. */
export const keyOf = ({ english, context }: Pick<Entry, 'english' | 'context'>): string =>
  context === null ? english : word(english, context);

const folder = join(import.meta.dirname, '../catalogues');

export const catalogueFile = (locale: Locale): string => join(folder, `${locale}.po`);

/** The catalogue of a language; empty without a file. */
export function readEntries(locale: Locale): Entry[] {
  const file = catalogueFile(locale);
  return existsSync(file) ? parseEntries(readFileSync(file, 'utf8')) : [];
}

export function parseEntries(po: string): Entry[] {
  return PO.parse(po).items.map((item) => ({
    english: item.msgid,
    plural: item.msgid_plural ?? null,
    context: item.msgctxt ?? null,
    translations: item.msgstr,
    notes: item.extractedComments,
    comments: item.comments,
    files: item.references,
    isFuzzy: Object.keys(item.flags).some((flag) => flag.trim() === 'fuzzy'),
    isObsolete: item.obsolete,
  }));
}

/** Serialises a catalogue. It contains no date or line number, so that diffs show only real changes. */
export function printEntries(locale: Locale, entries: Entry[]): string {
  const { header, rules } = pluralForms[locale];
  const po = new PO();
  po.headers = {
    Language: locale.replace('-', '_'),
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=UTF-8',
    'Content-Transfer-Encoding': '8bit',
    'Plural-Forms': header,
  };
  po.items = entries.map((entry) => {
    const item = new PO.Item();
    const forms = entry.plural === null ? 1 : rules.length;
    return Object.assign(item, {
      msgid: entry.english,
      msgid_plural: entry.plural,
      msgctxt: entry.context,
      msgstr: Array.from({ length: forms }, (_, form) => entry.translations[form] ?? ''),
      extractedComments: entry.notes,
      comments: entry.comments,
      references: entry.files,
      flags: { fuzzy: entry.isFuzzy },
      obsolete: entry.isObsolete,
      nplurals: forms,
    });
  });
  return po.toString();
}
