/** What a run came to: what is broken, in words, and what was measured. */
export interface Outcome {
  broken: string[];
  figures: string;
}

export interface RunOptions {
  /** The numbers of the promise; otherwise a quick run of the same. */
  isFull: boolean;
  /** For scenarios that take a given time. */
  minutes: number | null;
  sabotage: string | null;
  say(text: string): void;
}

/** Something that goes wrong in the world, and what must stay right. */
export interface Scenario {
  name: string;
  /** Each of these takes one protection away and must turn the scenario red, with a violation that begins like this. */
  sabotages: Record<string, string>;
  run(options: RunOptions): Promise<Outcome>;
}

/** Repeats `look` until it answers true. */
export async function until(
  look: () => boolean | Promise<boolean>,
  { withinMs, everyMs = 50 }: { withinMs: number; everyMs?: number },
): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    if (await look()) return true;
    if (Date.now() >= deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
