import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const repository = join(import.meta.dirname, '..');
const planted = mkdtempSync(join(tmpdir(), 'parlance-cycles-'));
afterAll(() => rmSync(planted, { recursive: true, force: true }));

/** What the check says of a tree with these files: nothing when it passes. */
function check(files: Record<string, string>): string {
  const root = mkdtempSync(join(planted, 'tree-'));
  for (const [path, code] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), code);
  }
  return run(root).replaceAll(root, 'src');
}

function run(...roots: string[]): string {
  const script = join(import.meta.dirname, 'folder-cycles.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, ...roots], {
    cwd: repository,
    encoding: 'utf8',
  });
  expect(status).toBe(stderr === '' ? 0 : 1);
  return stderr;
}

describe('folders that import each other in a circle', () => {
  it('are named with the imports that make it, and no others', () => {
    const said = check({
      'chat/chat.ts': `import { people } from '#people/people';\nimport '#platform/clock';`,
      'people/people.ts': `import { a } from './near.ts';\nimport '#platform/clock';`,
      'people/near.ts': `import {\n  book,\n  type Slot,\n} from '#schedule/schedule';`,
      'schedule/schedule.ts': `import type { Chat } from '#chat/chat';`,
      'platform/clock.ts': `import { now } from 'node:timers';`,
    });
    expect(said.trimEnd().split('\n')).toEqual([
      'Folders import each other in a circle:',
      'src: schedule → chat → people → schedule',
      '  src/chat/chat.ts imports #people/people',
      '  src/people/near.ts imports #schedule/schedule',
      '  src/schedule/schedule.ts imports #chat/chat',
    ]);
  });

  it.each([
    ['a plain import', `import '#people/people';`],
    ['an import on demand', `const people = await import('#people/people');`],
    ['a type', `import type { Person } from '#people/people';`],
    ['a type in place', `let person: import('#people/people').Person;`],
    ['a re-export', `export { people } from '#people/people';`],
    ['a deeper folder', `import { people } from '#people/search/people';`],
  ])('are found by %s', (_kind, code) => {
    expect(check({ 'chat/chat.ts': code, 'people/people.ts': `import '#chat/deep/chat';` })).toContain(
      'chat → people',
    );
  });

  it('may be a file that stands beside the folders', () => {
    const said = check({
      'app.ts': `import './chat/chat.ts';`,
      'chat/chat.ts': `import { app } from '#app';`,
    });
    expect(said).toContain('chat → app → chat');
  });
});

describe('what passes', () => {
  it('imports one way, and tests that look from both sides', () => {
    const said = check({
      'app.ts': `import './chat/chat.ts';`,
      'chat/chat.ts': `import '#people/people';`,
      'people/people.ts': `import './near.ts';\nimport '#test/app';`,
      'people/near.ts': `import './people.ts';`,
      'people/people.test.ts': `import '#chat/chat';`,
    });
    expect(said).toBe('');
  });

  it('server and web as they are', () => {
    expect(run('server/src', 'web/app')).toBe('');
  });
});
