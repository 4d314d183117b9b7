import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LanguageRow } from './language-row';

const languages = (['de', 'fr'] as const).map((languageCode) => ({
  languageCode,
  proficiency: 1,
  learning: false,
}));

test.each([
  ['speaks', /Speaks/g],
  ['learning', /Learning/g],
] as const)('a screen reader hears once what a row of languages is about: %s', (voice, said) => {
  const read = renderToStaticMarkup(<LanguageRow voice={voice} languages={languages} />).replaceAll(
    /<[^>]*>/g,
    ' ',
  );
  expect(read).toContain('German');
  expect(read.match(said)).toHaveLength(1);
});
