import { languages } from '@parlance/contract/language-catalogue';
import { type LanguageCode, languageOf } from '@parlance/contract/languages';

/** What a package calls its kind of note; a table is read into it where it is known. */
export const noteTypeName = 'Parlance';

/** One deck a language, below one for all of them. */
export const deckName = (code: LanguageCode): string => `Parlance::${languageOf(code)?.name ?? code}`;

const codes = new Map<string, LanguageCode>(
  languages.flatMap(({ code, name, nativeName }) =>
    [code, name, nativeName].map((word) => [word.toLowerCase(), code] as const),
  ),
);

/** The language that a deck is named for, by its English name, its own or its code. */
export const languageOfDeck = (deck: string): LanguageCode | undefined =>
  codes.get((deck.split('::').at(-1) ?? '').trim().toLowerCase());
