import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { splitCatalogue } from '@parlance/words/build';
import type { WordsFile } from '@parlance/words/catalogue';
import {
  factsOf,
  type Locale,
  offeredLocales,
  type PseudoLocale,
  pseudoLocales,
} from '@parlance/words/locales';
import { readWordFiles, wordFiles } from './word-files.ts';

/** Where the words of each language are, in the order of their files. */
export type WordsAddresses = Record<string, string[]>;

/** Writes the files of each language people can choose beside English. */
export function writeWords(clientFolder: string, withPseudo: boolean): WordsAddresses {
  const pseudo = withPseudo ? (Object.keys(pseudoLocales) as PseudoLocale[]) : [];
  const locales: (Locale | PseudoLocale)[] = [
    ...offeredLocales.filter((locale) => locale !== 'en'),
    ...pseudo,
  ];
  const fileOf = readWordFiles();
  return Object.fromEntries(
    locales.map((locale) => {
      const { first, ...later } = splitCatalogue(locale, wordFiles, fileOf);
      const spoken: WordsFile = { locale, facts: factsOf(locale), ...first };
      const contents = [spoken, ...Object.values(later)];
      return [locale, contents.map((content) => writeHashed(clientFolder, `words-${locale}`, content))];
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
