/** Talk time by half, in milliseconds since this page joined. */
export interface HalvesMs {
  firstMs: number;
  secondMs: number;
}

/** Splits what a meter counts at the swap: what it adds belongs to the half of the moment. */
export function createTalkHalves() {
  let counted = 0;
  const halves: HalvesMs = { firstMs: 0, secondMs: 0 };
  return {
    /** `talkMs` is all that the meter has counted; before both are there nothing belongs to a half. */
    take(talkMs: number, half: 'first' | 'second' | null): void {
      const added = Math.max(0, talkMs - counted);
      counted = talkMs;
      if (half === 'first') halves.firstMs += added;
      if (half === 'second') halves.secondMs += added;
    },
    get: (): HalvesMs => ({ ...halves }),
  };
}
