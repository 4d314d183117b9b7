/** Text without case and accents, so that 'espanol' finds 'Español'. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase('en').trim();
}

/** Whether any of the names holds what was typed, without regard to case and accents. */
export function anyNameHolds(names: string[], typed: string): boolean {
  const wanted = foldText(typed);
  return names.some((name) => foldText(name).includes(wanted));
}
