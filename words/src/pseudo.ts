import type { Entry } from './catalogue-file.ts';

const plain = 'aeiouycnszldghkrtAEIOUCNSZLDGHKRT';
const accented = 'áéíöûýçñšžļðğĥķŕŧÅÉÎÖÛÇÑŠŽĻÐĜĤĶŔŦ';
const accent = (letter: string): string => accented[plain.indexOf(letter)] ?? letter;

const growth = 1 / 3;
// Word-length chunks, so that lines break as in a real language.
const wordOfSigns = /~{8}(?=~)/g;
const pieces = /(\{\w+\})/;

/** Pseudo-localised English, a third longer: `[Ĥéļļö {name}~~~]`. It stays readable, and untranslated text stands out. */
export function pseudoText(english: string): string {
  const letters = english
    .split(pieces)
    .map((piece, place) => (place % 2 === 1 ? piece : piece.replace(/[a-z]/gi, accent)));
  const length = english.replaceAll(/\{\w+\}/g, '').length;
  const more = '~'.repeat(Math.ceil(length * growth)).replaceAll(wordOfSigns, '$& ');
  return `[${letters.join('')}${more}]`;
}

export function pseudoTranslations(entry: Entry): Entry {
  const translations = [entry.english, ...(entry.plural === null ? [] : [entry.plural])].map(pseudoText);
  return { ...entry, translations, isFuzzy: false };
}
