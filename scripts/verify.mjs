import { checks, webBuild } from './checks.mjs';
import { ensureInstalled } from './install.mjs';
import { forwardSignals } from './process.mjs';
import { runInTurn, total } from './stage.mjs';

// `npm run verify`: what CI checks apart from the tests.
forwardSignals();
await ensureInstalled();
await runInTurn([webBuild, ...checks]);
process.exitCode = total.failed > 0 ? 1 : 0;
