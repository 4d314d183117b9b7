import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { bin, ensureInstalled, node, readsEnvFile } from './install.mjs';
import { exitOf, forwardSignals, root } from './process.mjs';

// `npm run dev`: the API on port 3000, restarted on change, and Vite on port 5173, which passes API calls on to it.
await ensureInstalled();
const vite = bin('react-router', 'dev');
const children = [
  spawn(node, ['--watch', ...readsEnvFile(), 'server/src/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    // Pages come from Vite, so links in mails lead there.
    env: { PUBLIC_URL: 'http://127.0.0.1:5173', ...process.env },
  }),
  spawn(vite.command, vite.args, { cwd: join(root, 'web'), env: vite.env, stdio: 'inherit' }),
];
forwardSignals();
const codes = children.map(exitOf);
// One without the other is of no use: the first to end takes the other with it.
process.exitCode = await Promise.race(codes);
for (const child of children) child.kill('SIGTERM');
await Promise.all(codes);
