import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { bin, ensureInstalled } from './install.mjs';
import { exitOf, forwardSignals, root } from './process.mjs';

// `npm run fuzz`: the fuzz test of the server for as long as you like. A failure prints the seed that makes it again.
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    postgres: { type: 'boolean', default: false },
  },
});

await ensureInstalled();
const project = values.postgres ? 'api-postgres' : 'api-pglite';
const vitest = bin(
  'vitest',
  'run',
  '--disable-console-intercept',
  `--project=${project}`,
  'server/src/fuzz.test.ts',
);
const child = spawn(vitest.command, vitest.args, {
  cwd: root,
  stdio: 'inherit',
  env: { ...vitest.env, FUZZ_COUNT: values.count, FUZZ_SEED: values.seed },
});
forwardSignals();
process.exitCode = await exitOf(child);
