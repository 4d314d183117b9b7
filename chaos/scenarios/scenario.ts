/** The result of a run: violations and measured figures. */
export interface Outcome {
  broken: string[];
  figures: string;
}

export interface RunOptions {
  /** The guaranteed figures instead of a quick run. */
  isFull: boolean;
  /** For scenarios of configurable duration. */
  minutes: number | null;
  sabotage: string | null;
  say(text: string): void;
}

/** A fault and the guarantees that must hold during it. */
export interface Scenario {
  name: string;
  /** Each sabotage disables one protection and must cause a violation that begins with its text. */
  sabotages: Record<string, string>;
  run(options: RunOptions): Promise<Outcome>;
}

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
