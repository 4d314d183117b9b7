import { spawn } from 'node:child_process';
import { ensureInstalled, node, readsEnvFile } from './install.mjs';
import { exitOf, forwardSignals, root } from './process.mjs';
import { ensureWebBuilt } from './web-build.mjs';

// `npm start`: everything a fresh clone needs, then the server until it is told to stop. package.json says `exec`, because a
// shell in between would die of npm's signal and leave this process behind.
forwardSignals();
await ensureInstalled();
await ensureWebBuilt();
const server = spawn(node, [...readsEnvFile(), 'server/src/main.ts'], { cwd: root, stdio: 'inherit' });
process.exitCode = await exitOf(server);
