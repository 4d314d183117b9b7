import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { bin } from './install.mjs';

/** Folder for the reports of the test runners, removed at exit. */
export const reports = mkdtempSync(join(tmpdir(), 'parlance-reports-'));
process.once('exit', () => rmSync(reports, { recursive: true, force: true }));

/**
 * A stage that runs Vitest and reads its counts.
 * @param {string} name of the report
 * @param {Record<string, string>} env
 * @param {string[]} args of vitest: projects and files
 */
export function vitest(name, env, ...args) {
  const file = join(reports, `${name}.json`);
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const command = bin('vitest', 'run', ...output, ...args);
  return {
    commands: [{ ...command, env: { ...command.env, ...env } }],
    count() {
      const report = JSON.parse(readFileSync(file, 'utf8'));
      /** A file that does not load reports no tests. @param {{ status: string, assertionResults: unknown[] }} result */
      const isBroken = ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0;
      for (const name of report.testResults.flatMap(secondTries))
        console.log(`Passed only at a second try: ${name}`);
      return {
        passed: report.numPassedTests,
        failed: report.numFailedTests + report.testResults.filter(isBroken).length,
        skipped: report.numPendingTests + report.numTodoTests,
      };
    },
  };
}

/**
 * The tests of a file that needed a retry: a test that passed keeps the errors of its earlier tries.
 * @param {{ name: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }} result
 */
function secondTries({ name, assertionResults }) {
  const retried = assertionResults.filter(
    ({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0,
  );
  return retried.map(({ fullName }) => `${relative('.', name)}, ${fullName}`);
}
