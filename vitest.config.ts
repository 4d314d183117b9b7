import { defineConfig } from 'vitest/config';

// These run on both databases; the other tests of the platform need none, nor do a few of the slices.
const databaseTests = 'server/src/platform/{database,migrate,snapshot-read,rate-limit}.test.ts';
const plainTests =
  'server/src/{chat/message,people/rebuild-image,phrases/{recall,tsv,verbatim,apkg},programmes/{csv,matching,risks,unmatched},schedule/{session-times,weekly-times.property,busy-times,busy-times.property,busy-hostile}}.test.ts';
// The embedded database serves one node with one database session, so these tests would pass there without testing anything.
const clusterTests =
  'server/src/{access/activity,call/call-nodes,chat/{send-writers,changes-nodes,routing-nodes,hiding-nodes},people/search/replica,preview/preview-nodes,contact/decline-nodes}.test.ts';
// The demo lives in the embedded database only.
const embeddedTests = ['server/src/platform/embedded-*.test.ts', 'server/src/demo/*.test.ts'];
// A machine that does other things meanwhile is slow, not wrong; what passes does not wait. In the continuous run a deadline may be missed
// once, as in the journeys; on a desk it is seen at once.
const retry = process.env.CI === 'true' ? 1 : 0;
const patience = { testTimeout: 120_000, hookTimeout: 120_000, retry };
const setupFiles = ['server/test/setup.ts'];
// Nothing of these outlives its test, so that their files can share a process: starting one takes longer than most.
const shared = { ...patience, isolate: false };

const api = {
  include: [
    'server/src/{access-matrix,app,fuzz,upgrade}.test.ts',
    'server/src/!(platform)/**/*.test.ts',
    databaseTests,
  ],
  setupFiles,
  // Files share their worker's database and empty it: making one costs more than all the tests of a file.
  isolate: false,
  ...patience,
};

// Where Postgres takes the others, as in `npm test`, PGlite takes those that could fail on it alone: docs/decisions/testing.md.
const everyCallTests = 'server/src/access-matrix.test.ts';
const tellingTests = [
  everyCallTests,
  'server/src/{app,upgrade}.test.ts',
  databaseTests,
  'server/src/**/*{plans,property,search}.test.ts',
];
const isTelling = process.env.PGLITE_TESTS === 'telling';

export default defineConfig({
  test: {
    projects: [
      '*/vitest.config.ts',
      'web/vitest.browser.config.ts',
      { test: { ...shared, name: 'chaos', include: ['chaos/**/*.test.ts'] } },
      { test: { ...shared, name: 'scripts', include: ['scripts/**/*.test.ts'] } },
      {
        test: {
          ...patience,
          name: 'server',
          include: ['server/src/config.test.ts', 'server/{src/platform,test}/*.test.ts', plainTests],
          exclude: [databaseTests, ...embeddedTests],
          setupFiles,
          globalSetup: ['server/test/pglite.setup.ts'],
        },
      },
      {
        test: {
          ...api,
          name: 'api-pglite',
          include: [...(isTelling ? tellingTests : api.include), ...embeddedTests],
          exclude: [plainTests, clusterTests],
          globalSetup: ['server/test/pglite.setup.ts'],
        },
      },
      {
        test: {
          ...api,
          name: 'api-postgres',
          exclude: [plainTests, ...embeddedTests, ...(isTelling ? [everyCallTests] : [])],
          setupFiles: [...setupFiles, 'server/test/statements.setup.ts'],
          globalSetup: ['server/test/postgres.setup.ts'],
        },
      },
    ],
  },
});
