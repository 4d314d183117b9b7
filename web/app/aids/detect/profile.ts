/** Weights of n-grams of a language. N-grams are byte strings, one character per byte; `^` and `$` are word edges. */
export type Profile = ReadonlyMap<string, number>;

/** Version of eld that the profiles come from; part of their URL, because they are cached for a year. */
export const profilesVersion = '2.1.0';

/** Languages with a profile: those that share their script with another one of the catalogue. */
export const profiledLanguages = [
  ...[
    'ar',
    'bg',
    'ca',
    'cs',
    'da',
    'de',
    'en',
    'es',
    'et',
    'fa',
    'fi',
    'fr',
    'hi',
    'hr',
    'hu',
    'it',
    'lt',
    'lv',
    'mr',
  ],
  ...['ms', 'nl', 'no', 'pl', 'pt', 'ro', 'ru', 'sk', 'sr', 'sv', 'tr', 'uk', 'ur', 'vi'],
] as const;

/** Indonesian is so close to Malay that one profile serves both; the two are not distinguished. */
const standsIn: Partial<Record<string, string>> = { id: 'ms' };

/** Name of the profile of a language; null if there is none. */
export function profileOf(language: string): string | null {
  const name = standsIn[language] ?? language;
  return (profiledLanguages as readonly string[]).includes(name) ? name : null;
}

export const profileAddress = (language: string): string =>
  `/assets/language-${language}-${profilesVersion}.txt`;

/** Weights are quantized; each step is one character from this code on. */
export const weightSigns = { step: 4, least: 53, first: '('.charCodeAt(0) };
const sharedAndRest = /(\d)(\D*)/g;

/**
 * Parses a profile: a line of sorted n-grams, each as the length of the prefix shared with the previous one and the rest, and a line of
 * weights.
 */
export function parseProfile(text: string): Profile {
  const profile = new Map<string, number>();
  const [pieces = '', weights = ''] = text.split('\n');
  let piece = '';
  for (const [, shared, rest] of pieces.matchAll(sharedAndRest)) {
    piece = piece.slice(0, Number(shared)) + rest;
    const steps = weights.charCodeAt(profile.size) - weightSigns.first;
    profile.set(piece, weightSigns.least + steps * weightSigns.step);
  }
  return profile;
}

const betweenWords = /[^\p{L}]+/gu;
const apostrophes = "'`’";
const longestWordBytes = 70;
const pieceBytes = 4;
const stepBytes = 3;
const utf8 = new TextEncoder();

/** Replaces separators with a space but keeps apostrophes before a letter, which belong to the word. */
function spaceFor(between: string): string {
  let end = between.length;
  while (end > 0 && apostrophes.includes(between.charAt(end - 1))) end -= 1;
  return end === 0 ? between : ` ${between.slice(end)}`;
}

/** Distinct n-grams of a text. */
export function piecesOf(text: string): Set<string> {
  const pieces = new Set<string>();
  for (const word of text.replace(betweenWords, spaceFor).toLowerCase().split(' ')) {
    if (word === '') continue;
    const bytes = String.fromCharCode(...utf8.encode(word).subarray(0, longestWordBytes));
    let at = 0;
    for (; at + pieceBytes < bytes.length; at += stepBytes) {
      pieces.add((at === 0 ? '^' : '') + bytes.slice(at, at + pieceBytes));
    }
    pieces.add(`${at === 0 ? '^' : ''}${bytes.slice(-pieceBytes)}$`);
  }
  return pieces;
}

/** Fit of the n-grams, and the share of them that the profile contains. */
export function fitOf(profile: Profile, pieces: ReadonlySet<string>): { weight: number; known: number } {
  let weight = 0;
  let known = 0;
  for (const piece of pieces) {
    const found = profile.get(piece);
    if (found === undefined) continue;
    weight += found;
    known += 1;
  }
  return { weight: weight / pieces.size, known: known / pieces.size };
}
