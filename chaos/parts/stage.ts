import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Resources of a scenario: a folder, and the cleanup of everything it started. */
export interface Stage {
  folder: string;
  /** Registers a cleanup; the last one runs first. */
  defer(end: () => unknown): void;
}

const open = new Set<() => Promise<void>>();

/** Runs a scenario and always cleans up afterwards. */
export async function onStage<Result>(play: (stage: Stage) => Promise<Result>): Promise<Result> {
  // Postgres runs as another user and needs access to its own folder.
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
  // A signal and the end of the scenario share one cleanup.
  const clear = () => {
    clearing ??= clearNow();
    return clearing;
  };
  open.add(clear);
  try {
    return await play({
      folder,
      defer(end) {
        // Resources registered during the cleanup are stopped at once, so that no process is left behind.
        if (clearing !== undefined) void end();
        else ends.push(end);
      },
    });
  } finally {
    await clear();
  }
}

export function clearStagesOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void Promise.all([...open].map((clear) => clear())).then(() => process.exit(130));
    });
  }
}
