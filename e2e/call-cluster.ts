import { startCluster } from '@parlance/chaos/parts/cluster.ts';
import { socketsOf } from '@parlance/chaos/parts/node-of-socket.ts';
import { startProxy } from '@parlance/chaos/parts/proxy.ts';
import { bookNow } from '@parlance/chaos/parts/sessions.ts';
import { clearStagesOnSignal, onStage } from '@parlance/chaos/parts/stage.ts';
import { freePort } from '@parlance/server/test/servers';
import { chromium, expect, type Page } from '@playwright/test';
import { forgetGaps, longestGap, watchSound } from './call-sound.ts';
import { expectTalking, findSession, giveTone, hear, join, openSession, panel, tones } from './calls.ts';
import { createMember, type Person } from './people.ts';
import config from './playwright.config.ts';
import type { OutboxEntry, ServerProcess } from './server-process.ts';

// `npm run proof:cluster-call`: a call between two nodes behind nginx, during which Redis stops and restarts. Prints audio, timings and
// the displayed text; fails on a gap in the audio or a wrong text.
const withoutRedisMs = 20_000;
const triesMax = 12;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
let hasFailed = false;
function tell(what: string, figures: string, isGood: boolean): void {
  process.stdout.write(`${isGood ? 'ok  ' : 'FAIL'} ${what}: ${figures}\n`);
  if (!isGood) hasFailed = true;
}
/** Time until a promise resolves; infinity if it rejects. */
async function timeOf(coming: Promise<unknown>): Promise<number> {
  const startedAt = Date.now();
  return coming.then(
    () => Date.now() - startedAt,
    () => Number.POSITIVE_INFINITY,
  );
}

clearStagesOnSignal();
await onStage(async (stage) => {
  const port = await freePort();
  const env = { PUBLIC_URL: `http://127.0.0.1:${port}` };
  const { nodes, redis, postgres } = await startCluster(stage, { nodes: 2, env });
  const { url } = await startProxy(stage, nodes, { port });
  const outbox = async () => {
    const boxes = nodes.map(async (node) => (await fetch(`${node.url}/dev/outbox.json`)).json());
    return ((await Promise.all(boxes)) as OutboxEntry[][]).flat();
  };
  const server = { url, outbox } as ServerProcess;
  const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
  await ben.client.calls.createLanguage({ languageCode: 'es', target: false, proficiency: 1 });
  await ben.client.calls.createLanguage({ languageCode: 'de', target: true, proficiency: 0.3 });
  await bookNow(postgres.pool, ana.userId, ben.userId);

  const { executablePath, args = [] } = config.use?.launchOptions ?? {};
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args });
  stage.defer(() => browser.close());

  /** The proxy chooses the node of a page's socket: reopens the page until it is on the given node. */
  async function openOn(nth: number, page: Page, open: () => Promise<void>): Promise<void> {
    const before = async () => Promise.all(nodes.map(socketsOf));
    for (let tries = 0; tries < triesMax; tries++) {
      await page.goto('about:blank');
      await pause(500);
      const held = await before();
      await open();
      let place = -1;
      await expect
        .poll(async () => {
          place = (await before()).findIndex((count, node) => count > (held[node] ?? 0));
          return place;
        })
        .not.toBe(-1);
      if (place === nth) return;
    }
    throw new Error(`nginx never chose node ${nth + 1}`);
  }
  async function come(person: Person, partner: Person, hz: number, nth: number): Promise<Page> {
    const permissions = ['microphone', 'camera'];
    const context = await browser.newContext({ baseURL: url, locale: 'en-US', permissions });
    const page = await context.newPage();
    await giveTone(page, hz);
    await watchSound(page);
    await openSession(page, person, partner);
    await openOn(nth, page, () => reopen(page, partner));
    return page;
  }
  async function reopen(page: Page, partner: Person): Promise<void> {
    await page.goto(`/chat/${partner.userId}`);
    await findSession(page);
  }
  const words = async (page: Page, partner: Person) =>
    (await panel(page, partner).locator('p').first().innerText()).trim();

  const one = await come(ana, ben, tones.ana, 0);
  const other = await come(ben, ana, tones.ben, 1);
  const both = [
    { page: one, partner: ben },
    { page: other, partner: ana },
  ];
  const talking = () => timeOf(Promise.all(both.map(({ page, partner }) => expectTalking(page, partner))));
  /** Prints the text on both screens and fails if it contradicts whether the call has audio. */
  const say = async (what: string, areTalking: boolean) => {
    for (const { page, partner } of both) {
      const shown = await words(page, partner);
      const isTrue = (shown === `You are talking with ${partner.name}.`) === areTalking;
      tell(what, `“${shown}”`, isTrue);
    }
  };
  await join(one);
  await expect(panel(one, ben)).toContainText('Waiting for Ben.');
  await join(other);
  const connectedMs = await talking();
  tell('on two nodes', `talking ${connectedMs} ms after the second joined`, connectedMs < 20_000);
  await pause(2000);
  const hertz = [(await hear(one)).hz, (await hear(other)).hz] as const;
  const areTones = Math.abs(hertz[0] - tones.ben) < 12 && Math.abs(hertz[1] - tones.ana) < 12;
  tell('tones', `Ana hears ${hertz[0]} Hz, Ben ${hertz[1]} Hz`, areTones);

  /** Time from the click of one member to the display for the other. */
  async function mutesAfter(isMuted: boolean): Promise<number> {
    await one.getByRole('button', { name: isMuted ? 'Mute' : 'Unmute', exact: true }).click();
    const note = panel(other, ana).getByText('Ana is muted.');
    return timeOf(expect(note).toBeVisible({ visible: isMuted }));
  }
  tell('“Ana is muted.” on the other node', `after ${await mutesAfter(true)} ms`, true);
  await mutesAfter(false);

  await pause(1000);
  const linksOf = (page: Page) => page.evaluate(() => window.links.length);
  const links = await Promise.all(both.map(({ page }) => linksOf(page)));
  await Promise.all(both.map(({ page }) => forgetGaps(page)));
  await redis.leave();
  await pause(withoutRedisMs);
  const gaps = await Promise.all(both.map(({ page }) => longestGap(page)));
  const isSame = (await Promise.all(both.map(({ page }) => linksOf(page)))).join() === links.join();
  tell(
    `Redis gone for ${withoutRedisMs / 1000} s`,
    `longest gap ${Math.max(...gaps)} ms, ${isSame ? 'the same link' : 'another link'}`,
    Math.max(...gaps) === 0 && isSame,
  );
  await say('the words without Redis', true);
  tell('“Ana is muted.” without Redis', `after ${await mutesAfter(true)} ms`, true);
  await mutesAfter(false);

  await openOn(0, other, () => reopen(other, ana));
  await join(other, 'Join again');
  const nearMs = await talking();
  tell('without Redis, again on one node', `talking after ${nearMs} ms`, nearMs < 20_000);

  await openOn(1, other, () => reopen(other, ana));
  await join(other, 'Join again');
  await pause(8000);
  await say('the words of who cannot be connected without Redis', false);
  await redis.comeBack();
  const backMs = await talking();
  tell('Redis is back', `talking after ${backMs} ms`, backMs < 20_000);
  const last = (await hear(one)).hz;
  tell('the tone at the end', `${last} Hz`, Math.abs(last - tones.ben) < 12);
});
process.exit(hasFailed ? 1 : 0);
