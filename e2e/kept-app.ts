import { expect, type Page } from '@playwright/test';

/** Triggers the service worker with user input and waits until the app is cached. */
export async function keepApp(page: Page): Promise<void> {
  let moves = 0;
  await expect
    .poll(async () => {
      moves += 1;
      await page.mouse.move(20, 20 + moves);
      return page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state);
    })
    .toBe('activated');
}

/** Uses the page until its service worker is that of its own version. */
export async function expectOwnWorker(page: Page): Promise<void> {
  let moves = 0;
  await expect
    .poll(async () => {
      moves += 1;
      await page.mouse.move(20, 20 + moves);
      return page.evaluate(async () => {
        const { port1, port2 } = new MessageChannel();
        const answer = new Promise((resolve) => {
          port1.onmessage = ({ data }) => resolve(data);
        });
        const { controller } = navigator.serviceWorker;
        if (!controller) return 'no worker';
        controller.postMessage('version', [port2]);
        const own = document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content;
        return (await answer) === own ? 'own' : 'another';
      });
    })
    .toBe('own');
}
