import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const documents = globSync(['{.,bench,words}/*.md', 'docs/**/*.md'], { cwd: root });

/** Links of a document, except external ones. */
function linksOf(path: string): string[] {
  const text = read(path).replaceAll(/```.*?```/gs, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)];
  return links.map(([, link, address]) => link ?? address ?? '').filter((to) => !/^https?:/.test(to));
}

/** GitHub's anchors of the headings of a document. */
const anchorsOf = (path: string): string[] =>
  [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

function leadsSomewhere(from: string, to: string): boolean {
  const [path = '', anchor] = to.split('#');
  const target = path === '' ? from : join(dirname(from), path);
  if (!existsSync(join(root, target))) return false;
  return anchor === undefined || anchorsOf(target).includes(anchor);
}

test('every link of a document leads to a file, and to a heading of it where it names one', () => {
  expect(documents).toContain('words/README.md');
  const broken = documents.flatMap((from) =>
    linksOf(from)
      .filter((to) => !leadsSomewhere(from, to))
      .map((to) => `${from}: ${to}`),
  );
  expect(broken).toEqual([]);
});

/** Names of source files in backticks, such as `chat/send-queue.ts`. */
const filesNamedIn = (path: string): string[] =>
  [...read(path).matchAll(/`([\w/-][\w./-]*\.(?:ts|tsx|mjs|sql|css))`/g)].map(([, named = '']) => named);

test('every source file that a document names exists', () => {
  const files = globSync('**/*.{ts,tsx,mjs,sql,css}', {
    cwd: root,
    exclude: (name) => ['node_modules', '.git'].includes(basename(name)),
  }).map((path) => `/${path}`);
  const named = documents
    .filter((path) => basename(path) !== 'CHANGELOG.md')
    .flatMap((from) => filesNamedIn(from).map((file) => ({ from, file })));
  expect(named.length).toBeGreaterThan(100);
  const missing = named.filter(({ file }) => !files.some((path) => path.endsWith(`/${file}`)));
  expect(missing).toEqual([]);
});

test('the list of decisions names each of them once', () => {
  const list = 'docs/decisions/README.md';
  const decisions = globSync('docs/decisions/*.md', { cwd: root }).filter((path) => path !== list);
  expect(linksOf(list).toSorted()).toEqual(decisions.map((path) => basename(path)).toSorted());
});

const sources = globSync(
  [
    '*.ts',
    '{bench,chaos,client,contract,e2e,scripts,server,web,words}/**/*.{ts,tsx,mjs,sql,css}',
    'deploy/**',
    '{compose.yaml,Dockerfile,.env.example}',
  ],
  { cwd: root, exclude: (name) => ['node_modules', 'build', '.react-router'].includes(basename(name)) },
).filter((path) => statSync(join(root, path)).isFile());

/** Repository documents that a source references, with or without an anchor. */
const namedIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:docs|words)\/[\w/-]+\.md(?:#[\w-]+)?/g)].map(([named]) => named);

test('every document and heading that a source names is there', () => {
  const named = sources.flatMap((from) => namedIn(read(from)).map((to) => ({ from, to })));
  expect(named.length).toBeGreaterThan(50);
  const dangling = named.filter(({ to }) => !leadsSomewhere('', to));
  expect(dangling).toEqual([]);
});

test('no source or document refers to a numbered section of another document', () => {
  const sign = '\u00a7';
  const numbered = [...sources, ...documents].filter((path) => read(path).includes(sign));
  expect(numbered).toEqual([]);
});

test('all packages have the version of the newest release in the changelog, and ask each other for it', () => {
  const [, newest] = /^## (\d+\.\d+\.\d+) /m.exec(read('CHANGELOG.md')) ?? [];
  const versions = globSync('{.,*}/package.json', { cwd: root }).flatMap((path) => {
    const { version, dependencies = {}, devDependencies = {} } = JSON.parse(read(path));
    const wanted = Object.entries({ ...dependencies, ...devDependencies });
    return [version, ...wanted.filter(([name]) => name.startsWith('@parlance/')).map(([, asked]) => asked)];
  });
  expect(versions.length).toBeGreaterThan(20);
  expect([...new Set(versions)]).toEqual([newest]);
});
