import { languages } from '@parlance/contract/language-catalogue';
import type { LanguageCode } from '@parlance/contract/languages';

const aliases: Record<string, LanguageCode> = { nb: 'no', nn: 'no', iw: 'he', in: 'id' };

/** The browser's languages that are in the catalogue, in its order: probably those the member speaks. */
export function languagesOfBrowser(tags: readonly string[]): LanguageCode[] {
  const codes = tags.flatMap((tag) => {
    const [primary = ''] = tag.toLowerCase().split('-');
    const code = aliases[primary] ?? primary;
    return languages.filter((language) => language.code === code).map((language) => language.code);
  });
  return [...new Set(codes)];
}

/** Languages with a flag, which are the most popular ones. */
export const popularLanguages: LanguageCode[] = languages.flatMap((language) =>
  'flag' in language ? [language.code] : [],
);
