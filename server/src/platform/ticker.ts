import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from './logger.ts';

interface Tick {
  seconds: number;
  name: string;
  look: () => Promise<void>;
}

interface Ticker {
  every(seconds: number, name: string, look: () => Promise<void>): void;
  start(): void;
  stop(): Promise<void>;
  runOnce(): Promise<void>;
}

/** Calls each `look` again and again, `seconds` after it last ended; a throw is logged and the next turn tries again. */
export function createTicker(log: Logger): Ticker {
  const ticks: Tick[] = [];
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  async function turn({ seconds, name, look }: Tick): Promise<void> {
    while (!stopping.signal.aborted) {
      await look().catch((error: unknown) => log.error({ error, tick: name }, 'tick failed'));
      await wait(seconds * 1000, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  return {
    every(seconds, name, look) {
      ticks.push({ seconds, name, look });
    },
    start() {
      running = Promise.all(ticks.map(turn));
    },
    async stop() {
      stopping.abort();
      await running;
    },
    async runOnce() {
      for (const { look } of ticks) await look();
    },
  };
}
