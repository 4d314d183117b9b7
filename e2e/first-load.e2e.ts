import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { firstLoads, scriptsOf } from '../web/scripts/first-loads.ts';
import { journey } from './journey.ts';
import { createMember, signIn } from './people.ts';

const clientBuild = join(import.meta.dirname, '../web/build/client');

/** Opens a page; returns a function that lists what it has loaded so far. */
async function watchLoads(page: Page, path: string): Promise<() => string[]> {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) scripts.add(pathname);
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  // Starts the app of a visitor page. A click, an evaluated script or an element expectation would count as user activation,
  // and the app would load its lazy modules as well.
  await page.mouse.wheel(0, 1);
  return () => [...scripts].sort();
}

journey(
  'the budgets count what a first visit really loads: landing page, search, profile, conversation',
  async ({ page, server, browser }) => {
    journey.slow();
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await signIn(page, ana);
    const visitor = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' });
    for (const load of firstLoads) {
      const isChat = load.path === '/chat';
      const address = isChat || load.path === '/profile' ? `${load.path}/${ben.userId}` : load.path;
      const tab = await (isChat ? page.context() : visitor).newPage();
      const loaded = await watchLoads(tab, address);
      const { counted, after } = scriptsOf(clientBuild, load);
      await expect.poll(loaded, { message: load.path }).toEqual([...counted, ...after].sort());
      await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
      await tab.close();
    }
    await visitor.close();
  },
);
