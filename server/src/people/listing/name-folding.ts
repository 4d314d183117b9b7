// Letters that Unicode does not take apart, with the plain ones that people type for them.
const plainLetters = new Map(
  'ß:ss æ:ae œ:oe ø:o đ:d ð:d þ:th ł:l ħ:h ı:i ŀ:l ς:σ'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);
const specialLetter = new RegExp(`[${[...plainLetters.keys()].join('')}]`, 'g');
// Only the accents of European scripts: signs of Hindi, Thai or Arabic and the voicing marks of Japanese are letters.
const accents = /[\u0300-\u036f]/g;
/** The length of pieces up to which the SQL function search_keys makes keys of a name. */
const keyMaxLength = 6;

// One letter can fold into eighteen, and a name is stored in several rows: what is longer than 60 ordinary letters need is cut off.
const foldedMaxLength = 80;

/** A name, or a fragment of one, without case and accents, the same on every database whatever its locale. */
export function foldName(name: string): string {
  const folded = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(accents, '')
    .replaceAll(specialLetter, (letter) => plainLetters.get(letter) ?? letter)
    .normalize('NFC');
  return [...folded].slice(0, foldedMaxLength).join('');
}

/** Keys of the index that every name with this fragment has: the fragment itself where it is short, else its longest pieces. */
export function keysOfFragment(folded: string): string[] {
  const points = [...folded];
  if (isOneKey(folded)) return folded === '' ? [] : [folded];
  const pieces = points
    .slice(keyMaxLength - 1)
    .map((_, start) => points.slice(start, start + keyMaxLength).join(''));
  return [...new Set(pieces)];
}

/** Whether the fragment is itself one key, so that every person with the key has the fragment. */
export const isOneKey = (folded: string): boolean => [...folded].length <= keyMaxLength;
