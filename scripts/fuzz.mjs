import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { bin, ensureInstalled } from './install.mjs';
import { exitOf, forwardSignals, root } from './process.mjs';
import { ensureWebBuilt } from './web-build.mjs';

// `npm run fuzz`: the server's fuzz test for any duration, on all processors. A failure prints the seed that reproduces it:
// `npm run fuzz -- --seed SEED --count 500`.
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    postgres: { type: 'boolean', default: false },
    /** Each process has its own server and database. */
    processes: { type: 'string' },
  },
});
const count = Number(values.count);
// Below this number a second server takes longer to start than it saves.
const worthAProcess = 20_000;
const processes = Number(
  values.processes ?? Math.max(1, Math.min(availableParallelism(), Math.floor(count / worthAProcess))),
);

await ensureInstalled();
// Without a build the server answers 503 to page addresses.
await ensureWebBuilt();
const project = values.postgres ? 'api-postgres' : 'api-pglite';
const vitest = bin(
  'vitest',
  'run',
  '--disable-console-intercept',
  `--project=${project}`,
  'server/src/fuzz.test.ts',
);
forwardSignals();
const share = Math.ceil(count / processes);
const exits = await Promise.all(
  Array.from({ length: processes }, (_, nth) => {
    // Every batch uses the next seed, so shares this far apart do not overlap.
    const seed = Number(values.seed) + nth * share;
    const child = spawn(vitest.command, vitest.args, {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...vitest.env,
        FUZZ_COUNT: String(Math.min(share, count - nth * share)),
        FUZZ_SEED: String(seed),
      },
    });
    return exitOf(child);
  }),
);
process.exitCode = Math.max(...exits);
