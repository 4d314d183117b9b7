import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '@parlance/contract/language-catalogue';
import { splitCatalogue } from '@parlance/words/build';
import type { WordsFile } from '@parlance/words/catalogue';
import { createWords } from '@parlance/words/create-words';
import { type LocaleNames, makeLocaleNames } from '@parlance/words/locale-names';
import {
  factsOf,
  type Locale,
  offeredLocales,
  type PseudoLocale,
  pseudoLocales,
} from '@parlance/words/locales';
import { commonFile, readWordFiles, wordFiles } from './word-files.ts';

export interface BuiltWords {
  /** Addresses of its files, in loading order. */
  files: string[];
  names: LocaleNames;
}

/** Writes the files of each offered language except English. */
export function writeWords(clientFolder: string, withPseudo: boolean): Record<string, BuiltWords> {
  const pseudo = withPseudo ? (Object.keys(pseudoLocales) as PseudoLocale[]) : [];
  const locales: (Locale | PseudoLocale)[] = [
    ...offeredLocales.filter((locale) => locale !== 'en'),
    ...pseudo,
  ];
  const fileOf = readWordFiles();
  const codes = languages.map(({ code }) => code);
  return Object.fromEntries(
    locales.map((locale) => {
      const { first, ...later } = splitCatalogue(locale, wordFiles, fileOf, commonFile);
      const names = makeLocaleNames(createWords(locale), codes);
      const spoken: WordsFile = { locale, facts: factsOf(locale), names, ...first };
      const contents = [spoken, ...Object.values(later)];
      const files = contents.map((content) => writeHashed(clientFolder, `words-${locale}`, content));
      return [locale, { files, names }];
    }),
  );
}

function writeHashed(clientFolder: string, name: string, content: object): string {
  const json = JSON.stringify(content);
  const hash = createHash('sha256').update(json).digest('base64url').slice(0, 8);
  const address = `/assets/${name}-${hash}.json`;
  writeFileSync(join(clientFolder, address), json);
  return address;
}
