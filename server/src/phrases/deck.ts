import { languages } from '@parlance/contract/language-catalogue';
import { type LanguageCode, languageOf } from '@parlance/contract/languages';

/** The note type of a package; a table is imported into it if present. */
export const noteTypeName = 'Parlance';

/** One deck per language, below a common one. */
export const deckName = (code: LanguageCode): string => `Parlance::${languageOf(code)?.name ?? code}`;

const codes = new Map<string, LanguageCode>(
  languages.flatMap(({ code, name, nativeName }) =>
    [code, name, nativeName].map((word) => [word.toLowerCase(), code] as const),
  ),
);

/** The language of a deck name: by English name, native name or code. */
export const languageOfDeck = (deck: string): LanguageCode | undefined =>
  codes.get((deck.split('::').at(-1) ?? '').trim().toLowerCase());
