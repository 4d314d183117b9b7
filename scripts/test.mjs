import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checks, webBuild } from './checks.mjs';
import { bin, ensureInstalled } from './install.mjs';
import { forwardSignals, isStopping, stoppedByUser } from './process.mjs';
import { findPrograms } from './programs.mjs';
import { runInTurn, total } from './stage.mjs';

// `npm test`: all checks and all tests, from a fresh clone, with one line `N passed, N failed` at the end.
const startedAt = performance.now();
forwardSignals();
await ensureInstalled();
const { Chromium, Postgres, Redis } = await findPrograms();
const reports = mkdtempSync(join(tmpdir(), 'parlance-reports-'));
process.once('exit', () => rmSync(reports, { recursive: true, force: true }));

await runInTurn([webBuild]);
// Two lanes for two cores; the browser journeys come last and alone, since they are the most sensitive to a busy machine.
await Promise.all([
  runInTurn([{ name: 'unit and API tests on PGlite', ...vitest('pglite', '--project=!api-postgres') }]),
  runInTurn(checks).then(runPostgresSuite),
]);
await runJourneys();
finish();

async function runPostgresSuite() {
  if (!Postgres || !Redis) return missing('API tests on Postgres and Redis', { Postgres, Redis });
  await runInTurn([
    { name: 'API tests on Postgres and Redis', ...vitest('postgres', '--project=api-postgres') },
  ]);
}

async function runJourneys() {
  if (!Chromium) return missing('browser journeys', { Chromium });
  const file = join(reports, 'journeys.json');
  const playwright = bin('playwright', 'test', '--config=e2e', '--reporter=list,json');
  const env = { ...playwright.env, CHROMIUM_PATH: Chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  await runInTurn([
    {
      name: 'browser journeys',
      commands: [{ ...playwright, env }],
      count() {
        const { stats } = JSON.parse(readFileSync(file, 'utf8'));
        if (stats.flaky > 0) console.log(`${stats.flaky} journeys passed only at the second try.`);
        return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
      },
    },
  ]);
}

/**
 * @param {string} name
 * @param {string[]} args
 */
function vitest(name, ...args) {
  const file = join(reports, `${name}.json`);
  return {
    commands: [
      bin('vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args),
    ],
    count() {
      const report = JSON.parse(readFileSync(file, 'utf8'));
      /** A file that does not load has no tests that could fail. @param {{ status: string, assertionResults: unknown[] }} result */
      const isBroken = ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0;
      return {
        passed: report.numPassedTests,
        failed: report.numFailedTests + report.testResults.filter(isBroken).length,
        skipped: report.numPendingTests + report.numTodoTests,
      };
    },
  };
}

/**
 * On a developer's machine a missing program costs its tests and is said aloud; in CI it is a failure.
 * @param {string} stage
 * @param {Record<string, string | undefined>} programs
 */
function missing(stage, programs) {
  const names = Object.keys(programs).filter((name) => !programs[name]);
  console.log(`✗ ${stage}: not run, ${names.join(' and ')} not found and not installable here.`);
  if (process.env.CI === 'true') total.failed += 1;
}

function finish() {
  if (total.skipped > 0) {
    console.log(`${total.skipped} tests were skipped.`);
    if (process.env.CI === 'true') total.failed += total.skipped;
  }
  console.log(`All stages took ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = isStopping ? stoppedByUser : total.failed > 0 ? 1 : 0;
}
