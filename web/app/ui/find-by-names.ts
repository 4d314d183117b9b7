import { anyNameHolds, foldText } from '#lib/folded-text';

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
