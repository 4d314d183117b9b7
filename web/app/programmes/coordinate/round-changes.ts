/** Two students of a round, in any order. */
export interface Two {
  userId: string;
  partnerUserId: string;
}

const keyOf = ({ userId, partnerUserId }: Two): string => [userId, partnerUserId].sort().join(' ');

type Change = 'lock' | 'unlock' | 'apart' | 'together';

/** What a coordinator changed since the shown round; it takes effect with the next one. */
export interface RoundChanges {
  count: number;
  of: (two: Two) => Change | null;
  /** Records a change; null takes it back. */
  with: (two: Two, change: Change | null) => RoundChanges;
  /** The lists of the next round, from those of the shown one. */
  appliedTo: (locked: readonly Two[], apart: readonly Two[]) => { locked: Two[]; apart: Two[] };
}

const changesFrom = (made: ReadonlyMap<string, { two: Two; change: Change }>): RoundChanges => {
  const of = (two: Two) => made.get(keyOf(two))?.change ?? null;
  const added = (change: Change) =>
    [...made.values()].filter((one) => one.change === change).map(({ two }) => two);
  return {
    count: made.size,
    of,
    with: (two, change) => {
      const next = new Map(made);
      if (change === null) next.delete(keyOf(two));
      else next.set(keyOf(two), { two, change });
      return changesFrom(next);
    },
    // A pair that was changed is in the list of its change only.
    appliedTo: (locked, apart) => ({
      locked: [...locked.filter((two) => of(two) === null), ...added('lock')],
      apart: [...apart.filter((two) => of(two) === null), ...added('apart')],
    }),
  };
};

export const noChanges = changesFrom(new Map());
