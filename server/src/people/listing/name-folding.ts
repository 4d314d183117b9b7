// Letters that people search by a plain one although Unicode takes them for letters of their own.
const plainLetters: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ı: 'i', ŀ: 'l', ς: 'σ' },
};
const specialLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');
// Only the accents of European scripts: signs of Hindi, Thai or Arabic and the voicing marks of Japanese are letters.
const accents = /[\u0300-\u036f]/g;
const gramMaxLength = 3;
/** Pieces of up to this length are keys of the index over listed people, see the migration. */
const keyMaxLength = 6;

// One letter can fold into eighteen, and each is written to search several times: more than a name of 60 letters needs is cut off.
const foldedMaxLength = 80;

/** A name, or a fragment of one, without case and accents, the same on every database whatever its locale. */
export function foldName(name: string): string {
  const folded = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(accents, '')
    .replaceAll(specialLetter, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFC');
  return [...folded].slice(0, foldedMaxLength).join('');
}

/** Every piece of a name by which people are counted. */
export const gramsOf = (folded: string): string[] => piecesOf(folded, gramMaxLength);

/** Every piece of a name by which people are found; the SQL function search_keys answers the same. */
export const nameKeysOf = (folded: string): string[] => piecesOf(folded, keyMaxLength);

function piecesOf(folded: string, maxLength: number): string[] {
  const points = [...folded];
  const pieces = new Set<string>();
  for (let start = 0; start < points.length; start++) {
    for (let size = 1; size <= Math.min(maxLength, points.length - start); size++) {
      pieces.add(points.slice(start, start + size).join(''));
    }
  }
  return [...pieces];
}

/** The pieces that every name with this fragment has: the fragment itself when it is short, else its longest pieces. */
export const gramsOfFragment = (folded: string): string[] => longestPieces(folded, gramMaxLength);
export const keysOfFragment = (folded: string): string[] => longestPieces(folded, keyMaxLength);

function longestPieces(folded: string, maxLength: number): string[] {
  const points = [...folded];
  if (points.length <= maxLength) return folded === '' ? [] : [folded];
  return piecesOf(folded, maxLength).filter((piece) => [...piece].length === maxLength);
}

/** Whether one piece decides it: whoever has the piece has the fragment. */
export const isOneGram = (folded: string): boolean => [...folded].length <= gramMaxLength;
export const isOneKey = (folded: string): boolean => [...folded].length <= keyMaxLength;
