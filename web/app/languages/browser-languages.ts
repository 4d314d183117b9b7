import { languages } from '@parlance/contract/language-catalogue';
import type { LanguageCode } from '@parlance/contract/languages';

const aliases: Record<string, LanguageCode> = { nb: 'no', nn: 'no', iw: 'he', in: 'id' };

/** The languages of the catalogue that a browser is set to, in its order: most likely those its person speaks. */
export function languagesOfBrowser(tags: readonly string[]): LanguageCode[] {
  const codes = tags.flatMap((tag) => {
    const [primary = ''] = tag.toLowerCase().split('-');
    const code = aliases[primary] ?? primary;
    return languages.filter((language) => language.code === code).map((language) => language.code);
  });
  return [...new Set(codes)];
}

/** The languages that have a flag: the ones most people look for. */
export const popularLanguages: LanguageCode[] = languages.flatMap((language) =>
  'flag' in language ? [language.code] : [],
);
