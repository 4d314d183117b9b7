/** What kept the event loop from its timers. */
export interface Stall {
  /** How long a timer waited, whatever the reason: on a busy machine other processes have the processor meanwhile. */
  waitedMs: number;
  /** How much of that this thread was computing: what a stall is, whatever else the machine does. */
  busyMs: number;
}

/** The longest of everything since it began. */
export interface LoopWatch {
  stop(): Stall;
}

/** No input may keep all others waiting for longer. */
export const stallMaxMs = 250;
const tickMs = 10;

/** Watches the event loop of this thread and tells each stall at its end. */
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
