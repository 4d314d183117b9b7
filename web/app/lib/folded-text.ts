// Final letters of Arabic words that people type without their dots or with those of another letter.
const arabicEndings = new Map([
  ['ة', 'ه'],
  ['ى', 'ي'],
]);

/** Removes case and accents, so that 'espanol' matches 'Español'. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ةى]/g, (letter) => arabicEndings.get(letter) ?? letter)
    .toLocaleLowerCase('en')
    .trim();
}

/** Whether any name contains the typed text, ignoring case and accents. */
export function anyNameHolds(names: string[], typed: string): boolean {
  const wanted = foldText(typed);
  return names.some((name) => foldText(name).includes(wanted));
}
