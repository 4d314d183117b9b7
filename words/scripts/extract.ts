// `npm run words:extract`: adds every text of the source to the catalogues, and removes unused ones.
import { writeFileSync } from 'node:fs';
import { catalogueFile, printEntries, readEntries } from '#src/catalogue-file';
import { type Locale, locales } from '#src/locales';
import { mergeTexts } from './merge-texts.ts';
import { readTexts } from './sources.ts';

const texts = readTexts();
for (const locale of Object.keys(locales) as Locale[]) {
  if (locale === 'en') continue;
  const entries = mergeTexts(texts, readEntries(locale));
  writeFileSync(catalogueFile(locale), printEntries(locale, entries));
  const open = entries.filter(({ translations, isObsolete }) => !isObsolete && !translations.some(Boolean));
  console.log(`${locale.padEnd(8)} ${texts.length} texts, ${open.length} to translate`);
}
