// Letters that Unicode does not take apart, with the plain ones that people type for them.
const plainLetters = new Map(
  'ß:ss æ:ae œ:oe ø:o đ:d ð:d þ:th ł:l ħ:h ı:i ŀ:l ς:σ'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);
const specialLetter = new RegExp(`[${[...plainLetters.keys()].join('')}]`, 'g');
// Only the accents of European scripts: signs of Hindi, Thai or Arabic and the voicing marks of Japanese are letters.
const accents = /[\u0300-\u036f]/g;
const gramMaxLength = 3;
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

/** The pieces of a name by which people are counted: short ones, and words for the fragments that are longer. */
export const gramsOf = (folded: string): string[] => [...piecesOf(folded, gramMaxLength), ...wordsOf(folded)];

/**
 * The words of a name that a fragment longer than three letters can lie in. Behind a word stand the words before it that could hold
 * the same fragment ("martinez martin"): where one does, the person is counted there and not here, so nobody counts twice.
 */
function wordsOf(folded: string): string[] {
  const words = [...new Set(folded.split(' '))].filter((word) => !isOneGram(word));
  return words.map((word, place) => {
    const pieces = piecesOf(word, gramMaxLength + 1).filter((piece) => !isOneGram(piece));
    const before = words.slice(0, place).filter((each) => pieces.some((piece) => each.includes(piece)));
    return [word, ...before].join(' ');
  });
}

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

/** Pieces that every name with this fragment has: the fragment itself where it is short, else its longest pieces. */
export const gramsOfFragment = (folded: string): string[] => longestPieces(folded, gramMaxLength);
export const keysOfFragment = (folded: string): string[] => longestPieces(folded, keyMaxLength);

function longestPieces(folded: string, maxLength: number): string[] {
  const points = [...folded];
  if (points.length <= maxLength) return folded === '' ? [] : [folded];
  return piecesOf(folded, maxLength).filter((piece) => [...piece].length === maxLength);
}

/** Whether kept counts have the number of people with this fragment: it is a gram, or lies within words. */
export const isInGrams = (folded: string): boolean => isOneGram(folded) || !folded.includes(' ');

/** Whether the fragment is itself one piece, so that whoever has the piece has the fragment. */
export const isOneGram = (folded: string): boolean => [...folded].length <= gramMaxLength;
export const isOneKey = (folded: string): boolean => [...folded].length <= keyMaxLength;
