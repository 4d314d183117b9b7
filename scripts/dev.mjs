import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { bin, ensureInstalled, node, readsEnvFile } from './install.mjs';
import { exitOf, forwardSignals, root } from './process.mjs';

// `npm run dev`: the API on port 3000, restarted on change, and Vite on port 5173, which proxies API calls to it.
await ensureInstalled();
const vite = bin('react-router', 'dev');
const children = [
  spawn(node, ['--watch', ...readsEnvFile(), 'server/src/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    // Vite serves the pages, so links in mails use its address.
    env: { PUBLIC_URL: 'http://127.0.0.1:5173', ...process.env },
  }),
  spawn(vite.command, vite.args, { cwd: join(root, 'web'), env: vite.env, stdio: 'inherit' }),
];
forwardSignals();
const codes = children.map(exitOf);
// The first process to exit stops the other.
process.exitCode = await Promise.race(codes);
for (const child of children) child.kill('SIGTERM');
await Promise.all(codes);
