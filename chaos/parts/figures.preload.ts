// Loaded before the application: serves its process metrics on a separate address. Needs --expose-gc.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

/** Time in milliseconds that the main thread ran, and that it was runnable without a processor. */
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
  // Excludes the garbage collection itself from the measurement.
  setTimeout(() => delay.reset(), 50);
})
  .listen(Number(process.env.FIGURES_PORT), '127.0.0.1')
  .unref();
