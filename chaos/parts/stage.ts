import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a scenario plays on: a folder, and everything that has to be stopped when it is over. */
export interface Stage {
  folder: string;
  /** To be done at the end, the last one first. */
  defer(end: () => unknown): void;
}

const open = new Set<() => Promise<void>>();

/** Runs a play and clears the stage afterwards, whatever happened on it. */
export async function onStage<Result>(play: (stage: Stage) => Promise<Result>): Promise<Result> {
  // Postgres runs as another user and has to get through to its own folder.
  const folder = mkdtempSync(join(tmpdir(), 'parlance-chaos-'));
  const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  let clearing: Promise<void> | undefined;
  const clearNow = async () => {
    for (const end of ends.splice(0).reverse()) {
      await Promise.resolve()
        .then(end)
        .catch((error: unknown) => console.error('clearing the stage:', error));
    }
    open.delete(clear);
  };
  // Whoever asks again, by a signal or by the end of the play, waits for the same clearing.
  const clear = () => {
    clearing ??= clearNow();
    return clearing;
  };
  open.add(clear);
  try {
    return await play({
      folder,
      defer(end) {
        // What is put on a stage that is being cleared leaves no process behind either.
        if (clearing !== undefined) void end();
        else ends.push(end);
      },
    });
  } finally {
    await clear();
  }
}

/** Ctrl-C leaves no process behind. */
export function clearStagesOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void Promise.all([...open].map((clear) => clear())).then(() => process.exit(130));
    });
  }
}
