/** The value below which this share of the numbers lies; NaN for none. */
export function quantile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}

/**
 * The share of pairs in which a number of the first list is larger than one of the second (the statistic of Mann and Whitney): 0.5 if the two
 * cannot be told apart, 0 or 1 if one look suffices.
 */
export function shareLarger(numbers: number[], others: number[]): number {
  let wins = 0;
  for (const number of numbers) {
    for (const other of others) wins += number > other ? 1 : number === other ? 0.5 : 0;
  }
  return wins / (numbers.length * others.length);
}

/** How far the share is from 0.5 by chance, in 95 of 100 comparisons of lists of this length that do not differ. */
export const chanceOf = (count: number): number => 1.96 * Math.sqrt((2 * count + 1) / (12 * count * count));
