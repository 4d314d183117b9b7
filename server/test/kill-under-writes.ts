import { once } from 'node:events';
import { forkWriter } from '#test/fork';

export interface KillReport {
  kills: number;
  acknowledged: number;
  /** Rows acknowledged before a kill and missing after it. */
  lost: number[];
}

/** Kills a writing process repeatedly at different points and compares acknowledged rows with stored ones. */
export async function killUnderWrites(dataDir: string, kills: number): Promise<KillReport> {
  const acknowledged = new Set<number>();
  const lost = new Set<number>();
  for (let round = 0; round <= kills; round++) {
    const writer = forkWriter(dataDir);
    const ended = once(writer, 'exit');
    // A fixed spread: the first round ends among its first rows, others after some hundred.
    const rowsBeforeDeath = 1 + ((round * 53) % 300);
    let rows = 0;
    writer.on('message', (message: { present?: number[]; acknowledged?: number }) => {
      if (message.present) {
        const present = new Set(message.present);
        for (const id of acknowledged) if (!present.has(id)) lost.add(id);
        // The last start only reads.
        if (round === kills) writer.kill('SIGKILL');
      }
      if (message.acknowledged === undefined) return;
      acknowledged.add(message.acknowledged);
      rows += 1;
      if (rows === rowsBeforeDeath) writer.kill('SIGKILL');
    });
    const [, signal] = await ended;
    if (signal !== 'SIGKILL') throw new Error('the writer ended before it was killed');
  }
  return { kills, acknowledged: acknowledged.size, lost: [...lost] };
}
