import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checks, webBuild } from './checks.mjs';
import { bin, ensureInstalled, node } from './install.mjs';
import { forwardSignals, isStopping, stoppedByUser } from './process.mjs';
import { findPrograms } from './programs.mjs';
import { runInTurn, total } from './stage.mjs';
import { reports, vitest } from './vitest.mjs';

// `npm test`: all checks and all tests, from a fresh clone, with a final line `N passed, N failed`.
const startedAt = performance.now();
forwardSignals();
await ensureInstalled();
const { Chromium, HeadlessShell, Postgres, Redis } = await findPrograms();
const browserPaths = { CHROMIUM_PATH: Chromium, HEADLESS_SHELL_PATH: HeadlessShell ?? Chromium };

await runInTurn([webBuild]);
// Two parallel lanes of about equal length for two cores; component tests and journeys follow, since a browser is the most sensitive to load.
const hasPostgres = Boolean(Postgres && Redis);
await Promise.all([
  runInTurn([...postgresSuite(), ...(hasPostgres ? [] : checks)]),
  runInTurn([...(hasPostgres ? checks : []), unitTests()]),
]);
await runComponentTests();
await runJourneys();
finish();

/** @returns {import('./stage.mjs').Stage[]} */
function postgresSuite() {
  if (!hasPostgres) {
    missing('API tests on Postgres and Redis', { Postgres, Redis });
    return [];
  }
  const file = join(reports, 'statements.jsonl');
  return [
    {
      name: 'API tests on Postgres and Redis',
      ...vitest('postgres', { STATEMENTS_FILE: file, PGLITE_TESTS: 'telling' }, '--project=api-postgres'),
    },
    {
      name: 'their statements on PGlite',
      commands: [{ command: node, args: ['server/scripts/statements-on-pglite.ts', file] }],
    },
  ];
}

/** PGlite runs the whole suite where there is no Postgres, else what Postgres leaves to it. */
function unitTests() {
  const env = { PGLITE_TESTS: hasPostgres ? 'telling' : 'all' };
  const projects = ['--project=!api-postgres', '--project=!browser'];
  return { name: 'unit and API tests on PGlite', ...vitest('pglite', env, ...projects) };
}

async function runComponentTests() {
  if (!Chromium) return missing('component tests in Chromium', { Chromium });
  // Their files run in sequence, which uses little more than one core.
  const half = (/** @type {1 | 2} */ nth) => ({
    name: `component tests in Chromium, ${nth} of 2`,
    ...vitest(
      `browser-${nth}`,
      { CHROMIUM_PATH: Chromium, VITE_CACHE: `half-${nth}` },
      '--project=browser',
      `--shard=${nth}/2`,
    ),
  });
  await Promise.all([runInTurn([half(1)]), runInTurn([half(2)])]);
}

/**
 * The journeys of a report part that needed a retry.
 * @typedef {{ suites?: Part[], specs?: { file: string, title: string, tests: { status: string }[] }[] }} Part
 * @param {Part} part
 * @returns {string[]}
 */
function secondTries({ suites = [], specs = [] }) {
  const found = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  return [...found.map(({ file, title }) => `${file}, ${title}`), ...suites.flatMap(secondTries)];
}

async function runJourneys() {
  if (!Chromium) return missing('browser journeys', { Chromium });
  const file = join(reports, 'journeys.json');
  const playwright = bin('playwright', 'test', '--config=e2e', '--reporter=list,json');
  const env = { ...playwright.env, ...browserPaths, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  await runInTurn([
    {
      name: 'browser journeys',
      commands: [{ ...playwright, env }],
      count() {
        const { stats, suites } = JSON.parse(readFileSync(file, 'utf8'));
        for (const name of suites.flatMap(secondTries)) console.log(`Passed only at a second try: ${name}`);
        return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
      },
    },
  ]);
}

/**
 * A missing program skips its tests with a warning on a developer's machine, and fails in CI.
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
