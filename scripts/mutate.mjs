import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, node } from './install.mjs';
import { exitOf, forwardSignals, mustSucceed, root } from './process.mjs';

// `npm run mutate`: mutation tests of contract, client, words, the logic of web and its components; `-- client`, `-- web/app/chat` or
// `-- components:web/app/chat` selects one part. Its packages are installed separately, so that running the app does not need them.
forwardSignals();
await ensureInstalled();
const cwd = join(root, 'mutation');
if (!existsSync(join(cwd, 'node_modules'))) {
  await mustSucceed({ command: 'npm', args: ['ci', '--loglevel=error'], cwd });
}
// The tests of web run in this zone, and worker threads inherit it from their process.
const env = { ...process.env, TZ: 'America/St_Johns' };
const child = spawn(node, ['mutation/main.mjs', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env,
});
process.exitCode = await exitOf(child);
