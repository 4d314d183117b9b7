/** A blocked event loop. */
export interface Stall {
  /** Timer delay for any reason, including other processes on a busy machine. */
  waitedMs: number;
  /** The share of this thread's own CPU time, which defines a stall. */
  busyMs: number;
}

/** Reports the longest stall since the start. */
export interface LoopWatch {
  stop(): Stall;
}

/** The longest tolerated stall by one input. */
export const stallMaxMs = 250;
const tickMs = 10;

/** Watches this thread's event loop and reports each stall at its end. */
export function watchLoop(onStall: (stall: Stall) => void): LoopWatch {
  const longest: Stall = { waitedMs: 0, busyMs: 0 };
  let at = performance.now();
  let used = process.threadCpuUsage();
  const look = () => {
    const waitedMs = performance.now() - at;
    const { user, system } = process.threadCpuUsage(used);
    const busyMs = Math.min(waitedMs, (user + system) / 1000);
    at += waitedMs;
    used = process.threadCpuUsage();
    longest.waitedMs = Math.max(longest.waitedMs, waitedMs);
    longest.busyMs = Math.max(longest.busyMs, busyMs);
    if (busyMs > stallMaxMs) onStall({ waitedMs, busyMs });
  };
  const timer = setInterval(look, tickMs);
  return {
    stop() {
      clearInterval(timer);
      look();
      return longest;
    },
  };
}
