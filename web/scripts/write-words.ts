import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildCatalogue } from '@parlance/words/build';
import type { WordsFile } from '@parlance/words/catalogue';
import {
  factsOf,
  type Locale,
  offeredLocales,
  type PseudoLocale,
  pseudoLocales,
} from '@parlance/words/locales';

/** Writes one file for each language people can choose beside English; gives their addresses, by language. */
export function writeWords(clientFolder: string, withPseudo: boolean): Record<string, string> {
  const pseudo = withPseudo ? (Object.keys(pseudoLocales) as PseudoLocale[]) : [];
  const locales: (Locale | PseudoLocale)[] = [
    ...offeredLocales.filter((locale) => locale !== 'en'),
    ...pseudo,
  ];
  return Object.fromEntries(
    locales.map((locale) => {
      const file: WordsFile = { locale, facts: factsOf(locale), ...buildCatalogue(locale) };
      const json = JSON.stringify(file);
      const hash = createHash('sha256').update(json).digest('base64url').slice(0, 8);
      const address = `/assets/words-${locale}-${hash}.json`;
      writeFileSync(join(clientFolder, address), json);
      return [locale, address];
    }),
  );
}
