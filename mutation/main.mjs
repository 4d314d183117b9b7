import { Stryker } from '@stryker-mutator/core';

/**
 * What is broken on purpose, package by package; the tests of the same package have to see it.
 * @type {Record<string, string[]>}
 */
const broken = {
  contract: ['contract/src/**/*.ts'],
  client: ['client/src/**/*.ts'],
  // The logic of web: what can be called without a page. Screens are .tsx. Hooks, queries and what only hands on to the
  // browser, the document or the session are seen by the journeys; lists of words have nothing to decide.
  web: [
    'web/app/**/*.ts',
    '!web/app/**/{use-*,*-queries,*-samples,notice-kinds,page-start,routes,service-worker}.ts',
    '!web/app/session/{session-runtime,signed-in}.ts',
    '!web/app/notify/{browser-notices,tabs}.ts',
    '!web/app/lib/{page-direction,save-file,when-used}.ts',
    '!web/app/{access/google-identity,account/picture/crop-square}.ts',
    '!web/app/chat/{send-note,engine/chat,engine/chat-storage,voice/recorder-ports}.ts',
  ],
};

const wanted = process.argv.slice(2);
for (const place of wanted.length > 0 ? wanted : Object.keys(broken)) {
  const [name = ''] = place.split('/');
  const [all = '', ...except] = broken[name] ?? [];
  const file = place.replaceAll('/', '-');
  process.stdout.write(`\n${place}\n`);
  await new Stryker({
    testRunner: 'vitest',
    vitest: { configFile: `${name}/vitest.config.ts`, dir: name },
    mutate: [place === name ? all : `${place}/**/*.ts`, ...except, '!**/*.test.ts'],
    coverageAnalysis: 'perTest',
    // What runs once, while a file of web loads, is formats and words: a tenth of the places for three quarters of the time.
    ignoreStatic: name === 'web',
    // A second run tries only what has changed, or what tests that have changed could see. Which tests see what runs once
    // is not known, so that only web, which leaves that out, can have it.
    incremental: name === 'web',
    incrementalFile: `.cache/mutation-${file}.json`,
    tempDirName: '.cache/mutation',
    ignorePatterns: ['/{bench,chaos,data,e2e,mutation,server,test-results}', '/web/build', '.react-router'],
    concurrency: 2,
    // A busy machine is slow, not wrong.
    timeoutMS: 30_000,
    logLevel: 'warn',
    warnings: { slow: false },
    reporters: ['progress-append-only', 'clear-text', 'json'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false, skipFull: true },
    jsonReporter: { fileName: `.cache/mutation-report-${file}.json` },
  }).runMutationTest();
}
