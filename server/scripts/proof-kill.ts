// Kills a writing process 20 times and fails if an acknowledged row is lost.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killUnderWrites } from '#test/kill-under-writes';

const kills = 20;
const dataDir = mkdtempSync(join(tmpdir(), 'parlance-kill-'));
try {
  const { acknowledged, lost } = await killUnderWrites(dataDir, kills);
  process.stdout.write(`${kills} kills, ${acknowledged} rows acknowledged, ${lost.length} lost\n`);
  if (lost.length > 0) process.exitCode = 1;
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
