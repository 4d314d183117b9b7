// Runs three nodes with their own Postgres and Redis behind nginx on loopback, for manual testing. Ctrl-C stops everything.
//   npm run cluster [-- --nodes N] [--port N]
import { parseArgs } from 'node:util';
import { freePort } from '@parlance/server/test/servers';
import { startCluster } from '#parts/cluster';
import { startProxy } from '#parts/proxy';
import { clearStagesOnSignal, onStage } from '#parts/stage';

const { values } = parseArgs({
  options: { nodes: { type: 'string', default: '3' }, port: { type: 'string', default: '0' } },
});
clearStagesOnSignal();
await onStage(async (stage) => {
  const port = Number(values.port) || (await freePort());
  const env = { PUBLIC_URL: `http://127.0.0.1:${port}`, NODE_ENV: 'development', RATE_LIMITS: 'on' };
  const { nodes, postgres, redis } = await startCluster(stage, { nodes: Number(values.nodes), env });
  const { url } = await startProxy(stage, nodes, { port });
  console.log(`\n  Parlance runs on ${nodes.length} nodes at ${url}\n`);
  for (const { url: own } of nodes) console.log(`  node      ${own}   sign-in codes at ${own}/dev/outbox`);
  console.log(`  Postgres  ${postgres.url}\n  Redis     ${redis.url}\n\n  Stop with Ctrl-C.\n`);
  // The signal handler exits the process after cleanup.
  await new Promise(() => {});
});
