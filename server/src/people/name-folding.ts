// Letters that people search by a plain one although Unicode takes them for letters of their own.
const plainLetters: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ı: 'i', ŀ: 'l', ς: 'σ' },
};
const specialLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');
// Only the accents of European scripts: signs of Hindi, Thai or Arabic and the voicing marks of Japanese are letters.
const accents = /[\u0300-\u036f]/g;
const gramMaxLength = 3;

/** A name, or a fragment of one, without case and accents, the same on every database whatever its locale. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(accents, '')
    .replaceAll(specialLetter, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFC');
}

/** Every piece of one to three code points; the SQL function name_grams answers the same. */
export function gramsOf(folded: string): string[] {
  const points = [...folded];
  const grams = new Set<string>();
  for (let start = 0; start < points.length; start++) {
    for (let size = 1; size <= Math.min(gramMaxLength, points.length - start); size++) {
      grams.add(points.slice(start, start + size).join(''));
    }
  }
  return [...grams];
}

/** The pieces that every name with this fragment has: the fragment itself when it is short, else all its threes. */
export function gramsOfFragment(folded: string): string[] {
  const points = [...folded];
  if (points.length <= gramMaxLength) return folded === '' ? [] : [folded];
  return gramsOf(folded).filter((gram) => [...gram].length === gramMaxLength);
}

/** Whether one piece decides it: the number of people with the piece is the number with the fragment. */
export const isOneGram = (folded: string): boolean => [...folded].length <= gramMaxLength;
