/** What stands in the place for writing. */
export type Composing = 'nothing' | 'text' | 'recording';

/** What to ask somebody who leaves: what is unsent goes before an exchange half-way. */
export function leaveQuestion({
  isUnsent,
  isUnderWay,
}: {
  isUnsent: boolean;
  isUnderWay: boolean;
}): 'unsent' | 'under-way' | null {
  if (isUnsent) return 'unsent';
  return isUnderWay ? 'under-way' : null;
}

/** Whether the page going would cut something off: a text is kept as it is typed, a recording and sending end with it. */
export const isCutOff = ({ isOutgoing, composing }: { isOutgoing: boolean; composing: Composing }): boolean =>
  isOutgoing || composing === 'recording';

const silencedKey = 'parlance-leave-exchange';

/** 'Don't ask again' is kept until the tab closes. */
export const leaveMemory = {
  isSilenced(): boolean {
    try {
      return sessionStorage.getItem(silencedKey) !== null;
    } catch {
      return false;
    }
  },
  silence(): void {
    try {
      sessionStorage.setItem(silencedKey, 'yes');
    } catch {
      // Storage is forbidden: the question comes again.
    }
  },
};
