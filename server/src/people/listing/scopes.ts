import { languages } from '@parlance/contract/language-catalogue';

/** Scopes are numbered sets of people: speakers (even) and learners (odd) of a language, everyone (-1). Stored: append languages only. */
export const everyone = -1;

/** All language codes, indexed by bit. */
export const catalogueCodes: string[] = languages.map(({ code }) => code);

const bits = new Map<string, number>(catalogueCodes.map((code, bit) => [code, bit]));

function bitOf(languageCode: string): number {
  const bit = bits.get(languageCode);
  if (bit === undefined) throw new Error(`${languageCode} is not in the catalogue`);
  return bit;
}

/** The scope of the learners or speakers of a language. */
export const scopeOf = (languageCode: string, learning: boolean): number =>
  2 * bitOf(languageCode) + (learning ? 1 : 0);

/** The index key of a scope in listed_people. */
export const keyOfScope = (scope: number): string => `scope ${scope}`;

export const isLearningScope = (scope: number): boolean => scope % 2 === 1;

/** The bit mask of a list of codes. */
export const maskOf = (languageCodes: string[]): bigint =>
  languageCodes.reduce((mask, code) => mask | (1n << BigInt(bitOf(code))), 0n);

/** The bit mask of languages spoken, or learned, in these scopes. */
export const maskOfScopes = (scopes: number[], learning: boolean): bigint =>
  scopes
    .filter((scope) => scope >= 0 && isLearningScope(scope) === learning)
    .reduce((mask, scope) => mask | (1n << BigInt(scope >> 1)), 0n);

/** The scopes of the languages in a mask. */
export function scopesOfMask(mask: bigint, learning: boolean): number[] {
  const scopes: number[] = [];
  for (let bit = 0, rest = mask; rest > 0n; bit++, rest >>= 1n) {
    if (rest & 1n) scopes.push(2 * bit + (learning ? 1 : 0));
  }
  return scopes;
}

/** All language scopes, or only those of learners or speakers. */
export const languageScopes = (learning?: boolean): number[] =>
  [...bits.values()].flatMap((bit) =>
    learning === undefined ? [2 * bit, 2 * bit + 1] : [2 * bit + (learning ? 1 : 0)],
  );
