import { test as base, type Locator } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothSchemes } from './accessible.ts';
import { createFaults, type Faults } from './faults.ts';
import { type ServerProcess, startServer } from './server-process.ts';

interface JourneyFixtures {
  /** Console errors, page errors and failed requests of `page`: an unexpected one fails the journey. */
  faults: Faults;
  /** Fails on any accessibility violation of the page or of one part of it. */
  expectAccessible: (part?: Locator) => Promise<void>;
  /** The same in the light and the dark scheme. */
  expectAccessibleInBothSchemes: (part?: Locator) => Promise<void>;
}

interface WorkerFixtures {
  /** Environment of the server, for journeys that need different settings. */
  serverSettings: Record<string, string>;
  server: ServerProcess;
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
  faults: async ({ server, browser }, use) => {
    const faults = createFaults(server.url);
    // Contexts of the worker; a journey names their fixture before `page`, so that it is set up before this one.
    const lasting = new Set(browser.contexts());
    await use(faults);
    // Playwright closes only the context of `page`; pages of other contexts would run on beside the next journeys of the worker.
    const own = browser.contexts().filter((context) => !lasting.has(context));
    await Promise.all(own.map((context) => context.close()));
    faults.check();
  },
  page: async ({ page, faults }, use) => {
    faults.watch(page);
    await use(page);
  },
  expectAccessible: ({ page }, use) => use((part) => expectAccessible(page, part)),
  expectAccessibleInBothSchemes: ({ page }, use) => use((part) => expectAccessibleInBothSchemes(page, part)),
});
