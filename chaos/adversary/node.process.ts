// One application node. The parent process sets its clock and runs its jobs; everything else is as an operator starts it.
import { startApp } from '@parlance/server/app';
import { readConfig } from '@parlance/server/config';
import type { NodeOrder, NodeReport } from './simulated-node.ts';

let now = new Date(process.env.SIMULATED_NOW ?? '');
const tell = (report: NodeReport) => process.send?.(report);

const app = await startApp(readConfig(), { clock: { now: () => now }, manualJobs: true });
process.on('message', (order: NodeOrder) => {
  now = new Date(order.now);
  const done = order.runsJobs ? app.platform.jobs.runDue() : Promise.resolve();
  done.then(
    () => tell({ id: order.id }),
    (error: unknown) => tell({ id: order.id, error: String(error) }),
  );
});
process.once('disconnect', () => process.exit(0));
tell({ id: 0, url: app.url });
