import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { createFaults, type Faults } from './faults.ts';
import { type ServerProcess, startServer } from './server-process.ts';

interface JourneyFixtures {
  /** Console errors, page errors and failed requests of `page`: any that was not expected fails the journey. */
  faults: Faults;
  /** Fails on any accessibility violation of what the page shows now. */
  expectAccessible: () => Promise<void>;
}

interface WorkerFixtures {
  /** Environment of the server, for journeys that need another one than the usual. */
  serverSettings: Record<string, string>;
  server: ServerProcess;
}

/** Waits until everything that moves for a while has arrived: half-way between two colours nothing can be read. */
async function standStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isOnItsWay = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    for (;;) {
      const moving = document.getAnimations().filter(isOnItsWay);
      if (moving.length === 0) return;
      await Promise.allSettled(moving.map(({ finished }) => finished));
    }
  });
}

/** A browser journey: a page on the real server, which all journeys of a worker share. */
export const journey = base.extend<JourneyFixtures, WorkerFixtures>({
  serverSettings: [{}, { scope: 'worker', option: true }],
  server: [
    async ({ serverSettings }, use) => {
      const server = await startServer(serverSettings);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  faults: async ({ server }, use) => {
    const faults = createFaults(server.url);
    await use(faults);
    faults.check();
  },
  page: async ({ page, faults }, use) => {
    faults.watch(page);
    await use(page);
  },
  expectAccessible: async ({ page }, use) => {
    await use(async () => {
      await standStill(page);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
      ).toEqual([]);
    });
  },
});
