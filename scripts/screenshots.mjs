import { spawn } from 'node:child_process';
import { ensureInstalled, node } from './install.mjs';
import { exitOf, forwardSignals, root } from './process.mjs';
import { ensureWebBuilt } from './web-build.mjs';

// `npm run screenshots [-- NAME …]`: the pictures of the README, or some of them.
forwardSignals();
await ensureInstalled();
await ensureWebBuilt();
const pictures = spawn(node, ['e2e/screenshots.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = await exitOf(pictures);
