import { spawn } from 'node:child_process';
import { ensureInstalled, node, readsEnvFile } from './install.mjs';
import { exitOf, forwardSignals, root } from './process.mjs';

// `npm run backup -- FILE` and `npm run restore -- FILE`, on the settings that `npm start` would use.
forwardSignals();
await ensureInstalled();
const command = spawn(node, [...readsEnvFile(), 'server/scripts/backup.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = await exitOf(command);
