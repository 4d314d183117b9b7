import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { checks } from './checks.mjs';
import { ensureInstalled } from './install.mjs';
import { forwardSignals } from './process.mjs';
import { findPrograms } from './programs.mjs';
import { runInTurn, total } from './stage.mjs';
import { vitest } from './vitest.mjs';

// `npm run check [-- <commit>]`: before a commit or a push, in a few minutes. Lint, types, unit and component tests, and the API tests of
// the slices that changed since the commit, by default since the branch left main. `npm test` runs everything.
const startedAt = performance.now();
forwardSignals();
await ensureInstalled();
const { Chromium } = await findPrograms();
const slices = changedSlices(process.argv[2] ?? git('merge-base', 'HEAD', 'main')[0] ?? 'HEAD');
console.log(slices.length > 0 ? `Changed slices: ${slices.join(', ')}` : 'No slice changed.');

await Promise.all([runInTurn(checks), runInTurn([unitTests(), ...apiTests()])]);
if (Chromium) await runInTurn([componentTests(Chromium)]);
else console.log('✗ component tests: not run, Chromium not found and not installable here.');
console.log(`All stages took ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || !Chromium ? 1 : 0;

/** @param {string[]} args */
function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
}

/**
 * The slices with a changed or new file in contract, server or web, as far as the server has a folder for them.
 * @param {string} since
 */
function changedSlices(since) {
  const files = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')];
  const names = files.map((file) => /^(?:contract\/src|server\/src|web\/app)\/([a-z-]+)/.exec(file)?.[1]);
  return [...new Set(names)]
    .filter((name) => name !== undefined && existsSync(`server/src/${name}`))
    .toSorted();
}

/** Tests without a database; those of `scripts` need a build and belong to `npm test`. */
function unitTests() {
  const projects = ['words', 'contract', 'client', 'web', 'server', 'chaos'];
  return { name: 'unit tests', ...vitest('unit', {}, ...projects.map((name) => `--project=${name}`)) };
}

function apiTests() {
  if (slices.length === 0) return [];
  const folders = slices.map((name) => `server/src/${name}/`);
  return [{ name: 'API tests of changed slices', ...vitest('api', {}, '--project=api-pglite', ...folders) }];
}

/** @param {string} chromium */
function componentTests(chromium) {
  const env = { CHROMIUM_PATH: chromium };
  return { name: 'component tests in Chromium', ...vitest('browser', env, '--project=browser') };
}
