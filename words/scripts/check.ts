// `npm run words:check`: fails when a catalogue lacks a text of the source or has a broken one.
import { readEntries } from '#src/catalogue-file';
import { type Locale, locales, offeredLocales } from '#src/locales';
import { findFaults } from './find-faults.ts';
import { readTexts } from './sources.ts';

const texts = readTexts();
const faults = (Object.keys(locales) as Locale[])
  .filter((locale) => locale !== 'en')
  .flatMap((locale) => {
    const isOffered = offeredLocales.includes(locale);
    return findFaults(locale, { texts, entries: readEntries(locale), isOffered });
  });
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
