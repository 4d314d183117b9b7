import { Stryker } from '@stryker-mutator/core';

// Hooks and queries, which component tests reach and tests of web in Node do not.
const hooks = 'web/app/**/{use-*,*-queries,notice-kinds}.ts';

/**
 * What is changed, and the tests that have to fail. `components` are screens and hooks of web, run in Chromium.
 * @typedef {{ mutate: string[], config: string, dir: string, pattern: string, isStatic: boolean, concurrency: number, without?: string[] }} Part
 * @type {Record<string, Part>}
 */
const parts = {
  contract: inNode('contract', ['contract/src/**/*.ts']),
  client: inNode('client', ['client/src/**/*.ts']),
  words: inNode('words', ['words/src/**/*.ts']),
  // Lists of words have nothing to decide; what only hands on to the browser or the session is covered by component tests and journeys.
  web: {
    ...inNode('web', [
      'web/app/**/*.ts',
      `!${hooks}`,
      '!web/app/**/{*-samples,page-start,routes,service-worker}.ts',
      '!web/app/session/{session-runtime,signed-in}.ts',
      '!web/app/notify/{browser-notices,tabs}.ts',
      '!web/app/lib/{page-direction,save-file,when-used}.ts',
      '!web/app/{access/google-identity,account/picture/crop-square}.ts',
      '!web/app/chat/{send-note,engine/chat,engine/chat-storage,voice/recorder-ports}.ts',
    ]),
    isStatic: false,
  },
  components: {
    mutate: ['web/app/**/*.tsx', hooks, '!web/app/{dev,entry*}/**'],
    config: 'web/vitest.browser.config.ts',
    dir: 'web',
    pattern: '**/*.{tsx,ts}',
    isStatic: false,
    // Each runner starts a browser.
    concurrency: 1,
    // Most strings are classes.
    without: ['StringLiteral'],
  },
};

/** @param {string} name @param {string[]} mutate @returns {Part} */
function inNode(name, mutate) {
  return {
    mutate,
    config: `${name}/vitest.config.ts`,
    dir: name,
    pattern: '**/*.ts',
    isStatic: true,
    concurrency: 2,
  };
}

// `components:web/app/chat` and `web/app/chat` select one folder of a part.
const wanted = process.argv.slice(2);
for (const place of wanted.length > 0 ? wanted : Object.keys(parts)) {
  const [name = '', folder] = place.includes(':')
    ? place.split(':')
    : [place.split('/')[0], place.includes('/') ? place : undefined];
  const part = parts[name];
  if (!part) throw new Error(`No such part: ${name}. There are ${Object.keys(parts).join(', ')}.`);
  const isComponents = name === 'components';
  const except = part.mutate.filter((pattern) => pattern.startsWith('!'));
  const file = place.replaceAll(/[/:]/g, '-');
  process.stdout.write(`\n${place}\n`);
  // Component tests of the same folder only: all of them would run first, to learn what they reach.
  process.env.COMPONENT_TESTS = folder?.replace(/^web\//, '') ?? 'app';
  await new Stryker({
    testRunner: 'vitest',
    vitest: { configFile: part.config, ...(!isComponents && { dir: part.dir }), related: !isComponents },
    dryRunTimeoutMinutes: 60,
    mutate: [...(folder ? [`${folder}/${part.pattern}`, ...except] : part.mutate), '!**/*.test.{ts,tsx}'],
    mutator: { excludedMutations: part.without ?? [] },
    coverageAnalysis: 'perTest',
    // What runs once, while a file of web loads, is formats and words: a tenth of the places for three quarters of the time.
    ignoreStatic: !part.isStatic,
    // A second run tries only what has changed, or what tests that have changed could see. Which tests see what runs once is not known, so
    // only parts that leave that out can have it.
    incremental: !part.isStatic,
    incrementalFile: `.cache/mutation-${file}.json`,
    tempDirName: '.cache/mutation',
    ignorePatterns: ['/{bench,chaos,data,mutation,server,test-results}', '/web/build', '.react-router'],
    concurrency: part.concurrency,
    // A busy machine is slow, not wrong.
    timeoutMS: 30_000,
    logLevel: 'warn',
    warnings: { slow: false },
    reporters: ['progress-append-only', 'clear-text', 'json'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false, skipFull: true },
    jsonReporter: { fileName: `.cache/mutation-report-${file}.json` },
  }).runMutationTest();
}
