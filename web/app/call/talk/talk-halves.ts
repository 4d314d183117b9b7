/** Talk time by half, in milliseconds since this page joined. */
export interface HalvesMs {
  firstMs: number;
  secondMs: number;
}

/** Assigns the growth of a cumulative talk time to the current half. */
export function createTalkHalves() {
  let counted = 0;
  const halves: HalvesMs = { firstMs: 0, secondMs: 0 };
  return {
    /** `talkMs` is cumulative; `half` is null before both have joined. */
    take(talkMs: number, half: 'first' | 'second' | null): void {
      const added = Math.max(0, talkMs - counted);
      counted = talkMs;
      if (half === 'first') halves.firstMs += added;
      if (half === 'second') halves.secondMs += added;
    },
    get: (): HalvesMs => ({ ...halves }),
  };
}
