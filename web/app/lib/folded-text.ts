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

/** Items with a name that contains the typed text. Those with a name that starts with it come first; each group keeps its order. */
export function findByNames<Item>(
  items: readonly Item[],
  namesOf: (item: Item) => string[],
  typed: string,
): readonly Item[] {
  const wanted = foldText(typed);
  if (wanted === '') return items;
  const starts = (item: Item) => namesOf(item).some((name) => foldText(name).startsWith(wanted));
  const found = items.filter((item) => anyNameHolds(namesOf(item), typed));
  return [...found.filter(starts), ...found.filter((item) => !starts(item))];
}
