import { languages } from '@parlance/contract/language-catalogue';

/**
 * A scope is a set of listed people, named by a number: the speakers of a language (even), its learners (odd), and everybody (-1). The numbers follow the order of the catalogue and are stored: the catalogue may grow at the end only.
 */
export const everyone = -1;

/** The codes of all languages, each in the place of its bit. */
export const catalogueCodes: string[] = languages.map(({ code }) => code);

const bits = new Map<string, number>(catalogueCodes.map((code, bit) => [code, bit]));

function bitOf(languageCode: string): number {
  const bit = bits.get(languageCode);
  if (bit === undefined) throw new Error(`${languageCode} is not in the catalogue`);
  return bit;
}

/** The people who learn a language, or those who speak it. */
export const scopeOf = (languageCode: string, learning: boolean): number =>
  2 * bitOf(languageCode) + (learning ? 1 : 0);

/** The key by which the index over listed people finds the people of a language's scope. */
export const keyOfScope = (scope: number): string => `scope ${scope}`;

/** Whether the people of a language's scope learn it. */
export const isLearningScope = (scope: number): boolean => scope % 2 === 1;

/** The set of languages that a list of codes stands for. */
export const maskOf = (languageCodes: string[]): bigint =>
  languageCodes.reduce((mask, code) => mask | (1n << BigInt(bitOf(code))), 0n);

/** The set of languages that people of these scopes speak, or learn. */
export const maskOfScopes = (scopes: number[], learning: boolean): bigint =>
  scopes
    .filter((scope) => scope >= 0 && isLearningScope(scope) === learning)
    .reduce((mask, scope) => mask | (1n << BigInt(scope >> 1)), 0n);

/** The scopes of each language in a set. */
export function scopesOfMask(mask: bigint, learning: boolean): number[] {
  const scopes: number[] = [];
  for (let bit = 0, rest = mask; rest > 0n; bit++, rest >>= 1n) {
    if (rest & 1n) scopes.push(2 * bit + (learning ? 1 : 0));
  }
  return scopes;
}

/** Every scope of a language, or only those of learners or of speakers. */
export const languageScopes = (learning?: boolean): number[] =>
  [...bits.values()].flatMap((bit) =>
    learning === undefined ? [2 * bit, 2 * bit + 1] : [2 * bit + (learning ? 1 : 0)],
  );
