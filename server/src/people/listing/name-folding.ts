// Letters without a Unicode decomposition, with the plain letters that people type for them.
const plainLetters = new Map(
  'ß:ss æ:ae œ:oe ø:o đ:d ð:d þ:th ł:l ħ:h ı:i ŀ:l ς:σ'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);
const specialLetter = new RegExp(`[${[...plainLetters.keys()].join('')}]`, 'g');
// Only accents of European scripts: in Hindi, Thai, Arabic and Japanese such marks are letters.
const accents = /[\u0300-\u036f]/g;
/** The longest key that the SQL function search_keys makes of a name. */
const keyMaxLength = 6;

// One letter can fold into eighteen, and a name is stored in several rows: text beyond what 60 ordinary letters need is cut.
const foldedMaxLength = 80;

/** Removes case and accents from a name or fragment, independently of the database locale. */
export function foldName(name: string): string {
  const folded = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(accents, '')
    .replaceAll(specialLetter, (letter) => plainLetters.get(letter) ?? letter)
    .normalize('NFC');
  return [...folded].slice(0, foldedMaxLength).join('');
}

/** Index keys that every name with this fragment has: the fragment if it is short, else its longest pieces. */
export function keysOfFragment(folded: string): string[] {
  const points = [...folded];
  if (isOneKey(folded)) return folded === '' ? [] : [folded];
  const pieces = points
    .slice(keyMaxLength - 1)
    .map((_, start) => points.slice(start, start + keyMaxLength).join(''));
  return [...new Set(pieces)];
}

/** Whether the fragment is a single key, so that the index alone decides. */
export const isOneKey = (folded: string): boolean => [...folded].length <= keyMaxLength;
