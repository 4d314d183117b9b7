// Simulates 50 power cuts on a writing application and fails if acknowledged data is lost or damaged.
// npm run proof:power -- --seed 7 --cuts 10
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cutPower } from '#test/power/power-cuts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    cuts: { type: 'string', default: '50' },
    again: { type: 'string', default: '10' },
    forgets: { type: 'string' },
  },
});
const seed = Number(values.seed ?? Date.now() % 2 ** 32);
const folder = mkdtempSync(join(tmpdir(), 'parlance-power-'));
process.stdout.write(`seed ${seed}\n`);
const { forgets } = values;
const { cuts, cutsWhileStarting, promises, losses } = await cutPower({
  folder,
  seed,
  cuts: Number(values.cuts),
  beginAgainEvery: Number(values.again),
  say: (line) => process.stdout.write(`${line}\n`),
  ...(forgets === 'everything' || forgets === 'folders' ? { forgets } : {}),
});
for (const loss of losses) process.stdout.write(`${loss}\n`);
process.stdout.write(
  `${cuts} power cuts (${cutsWhileStarting} while starting), ${promises} promises, ${losses.length} lost\n`,
);
if (losses.length === 0) rmSync(folder, { recursive: true, force: true });
else {
  process.stdout.write(`What was left of the disk is in ${folder}.\n`);
  process.exitCode = 1;
}
