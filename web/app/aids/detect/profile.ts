/**
 * What a language looks like: a weight for each piece of a few bytes. Pieces are byte strings, one character a byte, in
 * which `^` and `$` are the edges of a word.
 */
export type Profile = ReadonlyMap<string, number>;

/** The version of eld that the profiles come from; it is part of their address, since they are kept for a year. */
export const profilesVersion = '2.1.0';

/** Languages with a profile: those that share their letters with another language of the catalogue. */
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

/** Indonesian is written so much like Malay that one profile serves both; between the two it stays open. */
const standsIn: Partial<Record<string, string>> = { id: 'ms' };

/** The language whose profile is used; null where there is none. */
export function profileOf(language: string): string | null {
  const name = standsIn[language] ?? language;
  return (profiledLanguages as readonly string[]).includes(name) ? name : null;
}

export const profileAddress = (language: string): string =>
  `/assets/language-${language}-${profilesVersion}.txt`;

/** Weights are in steps, each a character of its own from this one on. */
export const weightSigns = { step: 4, least: 53, first: '('.charCodeAt(0) };
const sharedAndRest = /(\d)(\D*)/g;

/**
 * Reads a profile: a line of all pieces in order, each as the number of characters it shares with the one before and the
 * rest, and a line of their weights.
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

/** What stands between words is a space, but for the apostrophes before a letter: inside a word they belong to it. */
function spaceFor(between: string): string {
  let end = between.length;
  while (end > 0 && apostrophes.includes(between.charAt(end - 1))) end -= 1;
  return end === 0 ? between : ` ${between.slice(end)}`;
}

/** The pieces of a text, each once. */
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

/** How well the pieces fit, and which part of them the language knows at all. */
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
