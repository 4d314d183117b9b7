import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bin, node } from './install.mjs';
import { root } from './process.mjs';

const typedFolders = [
  'words',
  'contract',
  'client',
  'server',
  'web',
  'web/worker',
  'e2e',
  'bench',
  'chaos',
  'scripts',
];

const importRoots = ['server/src', 'web/app', 'contract/src', 'client/src', 'words/src'];

// The native compiler is six times as fast but has no API; `typescript` is an older version for tools that need one.
const typeChecker = 'node_modules/typescript-native/bin/tsc';

/**
 * Builds the web app and checks its budget. No server may start meanwhile, because it reads the finished build.
 * @type {import('./stage.mjs').Stage}
 */
export const webBuild = {
  name: 'web build and first-load budget',
  commands: [
    // With pseudo-localised English for the journeys; a server offers it only when configured.
    { command: node, args: ['scripts/build.mjs'], env: { ...process.env, PSEUDO_LOCALES: 'on' } },
    { command: node, args: ['web/scripts/first-load.ts'] },
  ],
};

/**
 * The other checks of `npm run verify`, which need no browser and no database server.
 * @type {import('./stage.mjs').Stage[]}
 */
export const checks = [
  { name: 'lint and format', commands: [bin('biome', 'check', '--error-on-warnings')] },
  {
    name: 'types',
    commands: [
      { ...bin('react-router', 'typegen'), cwd: join(root, 'web') },
      ...typedFolders
        .filter((folder) => existsSync(join(root, folder, 'tsconfig.json')))
        .map((folder) => ({ command: node, args: [typeChecker, '-p', folder] })),
    ],
  },
  {
    name: 'imports without cycles',
    commands: [{ command: node, args: ['scripts/import-cycles.mjs', ...importRoots] }],
  },
  { name: 'dead code and dependencies', commands: [bin('knip')] },
  { name: 'texts and their translations', commands: [{ command: node, args: ['words/scripts/check.ts'] }] },
  {
    name: 'generated files',
    commands: [
      { command: node, args: ['server/scripts/generate-tables.ts', '--check'] },
      { command: node, args: ['contract/scripts/generate-api-docs.ts', '--check'] },
    ],
  },
];
