/** Removes case and accents, so that 'espanol' matches 'Español', and unifies final letters that are typed for each other in Arabic. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ة', 'ه')
    .replaceAll('ى', 'ي')
    .toLocaleLowerCase('en')
    .trim();
}

/** Whether any name contains the typed text, ignoring case and accents. */
export function anyNameHolds(names: string[], typed: string): boolean {
  const wanted = foldText(typed);
  return names.some((name) => foldText(name).includes(wanted));
}
