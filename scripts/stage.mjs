import { isStopping, root, startQuietly } from './process.mjs';

/**
 * A step of `npm run verify` or `npm test`. `count` reads the report of a test runner; a step without one counts only failures.
 * @typedef {{ name: string, commands: import('./process.mjs').Command[], count?: () => Count }} Stage
 * @typedef {{ passed: number, failed: number, skipped: number }} Count
 */

/** Totals of the finished stages. @type {Count} */
export const total = { passed: 0, failed: 0, skipped: 0 };

/** Runs all stages in sequence, even if one fails. @param {Stage[]} stages */
export async function runInTurn(stages) {
  for (const stage of stages) {
    if (isStopping) return;
    await runStage(stage);
  }
}

/** @param {Stage} stage */
async function runStage({ name, commands, count }) {
  const startedAt = performance.now();
  let output = '';
  let hasFailed = false;
  for (const { command, args, cwd = root, env = process.env } of commands) {
    const running = startQuietly(command, args, { cwd, env });
    const code = await running.exit;
    output += running.output;
    hasFailed ||= code !== 0;
  }
  const counted = readCount(count);
  // A runner that fails outside its tests (a file that does not load, an unhandled rejection) counts as a failure too.
  if (hasFailed && counted.failed === 0) counted.failed = 1;
  report(name, counted, startedAt, output);
}

/** @param {(() => Count) | undefined} count */
function readCount(count) {
  try {
    return count ? count() : { passed: 0, failed: 0, skipped: 0 };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/**
 * @param {string} name
 * @param {Count} count
 * @param {number} startedAt
 * @param {string} output
 */
function report(name, count, startedAt, output) {
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped += count.skipped;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (count.failed > 0) console.log(`\n${output.trimEnd()}\n`);
  const tests = count.passed + count.failed > 1 ? `  ${count.passed} passed, ${count.failed} failed` : '';
  console.log(`${count.failed > 0 ? '✗' : '✓'} ${name.padEnd(34)} ${seconds.padStart(6)} s${tests}`);
}
