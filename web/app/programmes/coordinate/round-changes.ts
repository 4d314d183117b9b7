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
  /** Records a change; null takes it back. A partner chosen by hand may be on another page, hence the name. */
  with: (two: Two, change: Change | null, partnerName?: string) => RoundChanges;
  /** The partner chosen by hand for a student. */
  chosenFor: (userId: string) => { two: Two; partnerName: string } | null;
  /** The lists of the next round, from those of the shown one. */
  appliedTo: (locked: readonly Two[], apart: readonly Two[]) => { locked: Two[]; apart: Two[] };
}

interface Made {
  two: Two;
  change: Change;
  partnerName: string | undefined;
}

const changesFrom = (made: ReadonlyMap<string, Made>): RoundChanges => {
  const of = (two: Two) => made.get(keyOf(two))?.change ?? null;
  const added = (change: Change) =>
    [...made.values()].filter((one) => one.change === change).map(({ two }) => two);
  return {
    count: made.size,
    of,
    with: (two, change, partnerName) => {
      const next = new Map(made);
      if (change === null) next.delete(keyOf(two));
      else next.set(keyOf(two), { two, change, partnerName });
      return changesFrom(next);
    },
    chosenFor: (userId) => {
      for (const { two, partnerName } of made.values())
        if (two.userId === userId && partnerName !== undefined) return { two, partnerName };
      return null;
    },
    // A pair that was changed is in the list of its change only.
    appliedTo: (locked, apart) => ({
      locked: [...locked.filter((two) => of(two) === null), ...added('lock')],
      apart: [...apart.filter((two) => of(two) === null), ...added('apart')],
    }),
  };
};

export const noChanges = changesFrom(new Map());
