import { spawn } from 'node:child_process';
import { ensureInstalled, node } from './install.mjs';
import { exitOf, forwardSignals, root } from './process.mjs';
import { ensureWebBuilt } from './web-build.mjs';

// `npm start`: everything a fresh clone needs, then the server until it is told to stop.
await ensureInstalled();
await ensureWebBuilt();
const server = spawn(node, ['--env-file-if-exists=.env', 'server/src/main.ts'], {
  cwd: root,
  stdio: 'inherit',
});
forwardSignals();
process.exitCode = await exitOf(server);
