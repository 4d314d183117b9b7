// Loaded before the application: tells its figures on an address of its own. Needs --expose-gc.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

/** How long the main thread ran, and how long it was ready but others had the processors, in milliseconds. */
function processorTime(): { ranMs: number; waitedMs: number } {
  const [ran, waited] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
  return { ranMs: Number(ran) / 1e6, waitedMs: Number(waited) / 1e6 };
}

createServer((_request, response) => {
  const figures = {
    ...processorTime(),
    delayMs: { p50: delay.percentile(50) / 1e6, p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 },
  };
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  response.end(
    JSON.stringify({ ...figures, heapMb: heapUsed / 1024 ** 2, externalMb: external / 1024 ** 2 }),
  );
  // The collection itself is not what is measured.
  setTimeout(() => delay.reset(), 50);
})
  .listen(Number(process.env.FIGURES_PORT), '127.0.0.1')
  .unref();
