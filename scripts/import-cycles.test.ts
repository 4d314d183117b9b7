import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const planted = mkdtempSync(join(tmpdir(), 'parlance-cycles-'));
afterAll(() => rmSync(planted, { recursive: true, force: true }));

/** Output of the check for these files below `src`; empty when it passes. */
function check(files: Record<string, string>): string {
  const tree = mkdtempSync(join(planted, 'tree-'));
  for (const [path, code] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, 'src', path)), { recursive: true });
    writeFileSync(join(tree, 'src', path), code);
  }
  const script = join(import.meta.dirname, 'import-cycles.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, 'src'], { cwd: tree, encoding: 'utf8' });
  expect(status).toBe(stderr === '' ? 0 : 1);
  return stderr;
}

describe('import cycles', () => {
  it('between folders are reported at every depth, with the imports that cause them', () => {
    const report = check({
      // A slice and a folder inside it.
      'chat/chat.ts': `import './voice/player.ts';`,
      'chat/times.ts': '',
      'chat/voice/player.ts': `import '../times.ts';`,
      // Two folders inside one slice, by a type.
      'call/link/link.ts': `import type { Room } from '../room/room.ts';`,
      'call/room/room.ts': `export interface Room { at: number }`,
      'call/room/seats.ts': `let peer: import('../link/peer.ts').Peer;`,
      'call/link/peer.ts': `export interface Peer { at: number }`,
      // Two slices through folders inside them, on demand and by a re-export.
      'people/people.ts': `const slots = await import('../schedule/deep/slots.ts');`,
      'people/deep/names.ts': '',
      'schedule/deep/slots.ts': '',
      'schedule/schedule.ts': `export { a } from '../people/deep/names.ts';`,
      // A slice and a file beside the slices.
      'app.ts': `import './trust/trust.ts';`,
      'events.ts': '',
      'trust/trust.ts': `import '../events.ts';`,
    });
    expect(report).toContain('folders: src/chat → src/chat/voice → src/chat\n');
    expect(report).toContain('  src/chat/voice/player.ts imports src/chat/times.ts\n');
    expect(report).toContain('folders: src/call/link → src/call/room → src/call/link\n');
    expect(report).toContain('folders: src/people → src/schedule → src/people\n');
    expect(report).toContain('folders: src → src/trust → src\n');
    expect(report).not.toContain('no-cycle');
  });

  it('between files of one folder are reported, and so is an import that leads nowhere', () => {
    const report = check({
      'chat/one.ts': `import './two.ts';`,
      'chat/two.ts': `import type { One } from './one.ts';`,
      'chat/three.ts': `import './gone.ts';`,
    });
    expect(report).toContain('no-cycle: src/chat/one.ts → src/chat/two.ts → src/chat/one.ts');
    expect(report).toContain('no-unresolvable: src/chat/three.ts → ./gone.ts');
  });

  it('are not found where imports go one way, nor in tests that import from both sides', () => {
    const report = check({
      'app.ts': `import './chat/chat.ts';`,
      'chat/chat.ts': `import './voice/player.ts';\nimport '../people/people.ts';`,
      'chat/voice/player.ts': `import '../../people/people.ts';`,
      'people/people.ts': `import './near.ts';`,
      'people/near.ts': '',
      'people/people.test.ts': `import '../chat/chat.ts';`,
    });
    expect(report).toBe('');
  });

  it('are not passed over where no module is read', () => {
    expect(check({ 'readme.md': 'nothing to import' })).toContain('no module was read');
  });
});
