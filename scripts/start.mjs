import { spawn } from 'node:child_process';
import { ensureInstalled, node, readsEnvFile } from './install.mjs';
import { exitOf, forwardSignals, root } from './process.mjs';
import { ensureWebBuilt } from './web-build.mjs';

// `npm start`: prepares a fresh clone, then runs the server. package.json uses `exec`, because an intermediate shell would exit on npm's
// signal and orphan this process.
forwardSignals();
await ensureInstalled();
await ensureWebBuilt();
const server = spawn(node, [...readsEnvFile(), 'server/src/main.ts'], { cwd: root, stdio: 'inherit' });
process.exitCode = await exitOf(server);
