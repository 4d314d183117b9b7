/** A number from 0 to 1 that depends on the seed and the keys only, so that the order of concurrent calls does not change it. */
export type Dice = (...keys: (string | number)[]) => number;

/** Two runs with one seed decide alike about the same people, which makes them comparable. */
export function createDice(seed: number): Dice {
  return (...keys) => {
    let hash = 2_166_136_261 ^ seed;
    for (const character of keys.join('|')) {
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
    }
    // Final mixing: keys that differ in the last character would otherwise give neighbouring numbers.
    hash = Math.imul(hash ^ (hash >>> 16), 2_246_822_507);
    hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909);
    return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
  };
}

export const pick = <Item>(items: Item[], number: number): Item => {
  const item = items[Math.floor(number * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
};

/** An exponential delay with this median. */
export const delay = (median: number, number: number): number => (-Math.log(1 - number) / Math.LN2) * median;
