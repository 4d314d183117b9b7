import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const linesOf = (name: string): string[] => read(name).split('\n');

describe('the Dockerfile', () => {
  const copies = linesOf('Dockerfile')
    .filter((line) => line.startsWith('COPY '))
    .map((line) => line.split(/\s+/).slice(1));
  const copied = copies.filter(([first]) => !first?.startsWith('--')).flatMap((words) => words.slice(0, -1));

  test('copies only what is there and what .dockerignore leaves', () => {
    const ignored = linesOf('.dockerignore').filter((line) => line !== '' && !line.startsWith('**/'));
    expect(copied).not.toEqual([]);
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(
      copied.filter((path) => ignored.some((name) => path === name || path.startsWith(`${name}/`))),
    ).toEqual([]);
  });

  // npm refuses the lock file where a workspace of it is missing.
  test('gives npm the manifest of every workspace', () => {
    const workspaces: string[] = JSON.parse(read('package.json')).workspaces;
    const manifests = copied.filter((path) => path.endsWith('/package.json'));
    expect(manifests.toSorted()).toEqual(workspaces.map((name) => `${name}/package.json`).toSorted());
  });

  test('takes from no stage that is not there', () => {
    const stages = linesOf('Dockerfile').flatMap((line) => /^FROM .* AS (\w+)$/.exec(line)?.[1] ?? []);
    const taken = copies.flatMap(([first]) => /^--from=(\w+)$/.exec(first ?? '')?.[1] ?? []);
    expect(taken).not.toEqual([]);
    expect(taken.filter((name) => !stages.includes(name))).toEqual([]);
  });

  // Only packages and sources of these are in the image.
  test('starts a program that is there, and brings the workspaces that the server imports', () => {
    const program = /^CMD \["node", "([^"]+)"\]$/m.exec(read('Dockerfile'))?.[1] ?? '';
    expect(existsSync(join(root, program))).toBe(true);
    const { dependencies } = JSON.parse(read('server/package.json')) as {
      dependencies: Record<string, string>;
    };
    const ours = Object.keys(dependencies).filter((name) => name.startsWith('@parlance/'));
    for (const name of [...ours, '@parlance/server']) {
      expect(read('Dockerfile')).toContain(`--workspace=${name}`);
      expect(copied).toContain(name.replace('@parlance/', ''));
    }
  });
});

describe('compose.yaml', () => {
  test('mounts only files that are there', () => {
    const mounted = [...read('compose.yaml').matchAll(/- \.\/(\S+?):/g)].map(([, path = '']) => path);
    expect(mounted).not.toEqual([]);
    expect(mounted.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('hands every setting of .env.example on to the app, but for those that the image fixes or that are for trying out', () => {
    const fixed = ['PORT', 'HOST', 'DATA_DIR', 'NODE_ENV', 'TRIAL_MACHINE'];
    const forTrying = ['DEMO_DATA', 'RATE_LIMITS', 'PSEUDO_LOCALES', 'GOOGLE_JWKS_URL', 'GOOGLE_ISSUER'];
    const settings = [...read('.env.example').matchAll(/^#([A-Z][A-Z0-9_]+)=/gm)].map(
      ([, name = '']) => name,
    );
    const app = read('compose.yaml').split('\n  proxy:')[0] ?? '';
    const handed = [...app.matchAll(/^ {6}([A-Z][A-Z0-9_]+): /gm)].map(([, name = '']) => name);
    expect(handed.toSorted()).toEqual(
      settings.filter((name) => ![...fixed, ...forTrying].includes(name)).toSorted(),
    );
  });
});
