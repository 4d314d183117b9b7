import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { layCable } from './call-cable.ts';
import { watchSound } from './call-sound.ts';
import { createSessionNow, expectTalking, giveTone, hear, join, openSession, tones } from './calls.ts';
import { networkOf } from './conversations.ts';
import type { Person } from './people.ts';
import config from './playwright.config.ts';
import { startServer } from './server-process.ts';

// `npm run proof:call`: interrupts the link between two browsers in a call, takes one offline, and kills the server. Prints the time to
// audio after each fault, and fails above two seconds or if a server restart is audible.
const backWithinMs = 2000;
const downMs = 6000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const dataFolder = mkdtempSync(joinPath(tmpdir(), 'parlance-call-'));
let server = await startServer({ DATA_DIR: dataFolder });
const { executablePath, args = [] } = config.use?.launchOptions ?? {};
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args });
const cable = layCable();
const { owner, guest } = await createSessionNow(server);

async function come(person: Person, partner: Person, hz: number) {
  const permissions = ['microphone', 'camera'];
  const context: BrowserContext = await browser.newContext({ baseURL: server.url, permissions });
  await cable.plug(context);
  const page = await context.newPage();
  await giveTone(page, hz);
  await watchSound(page);
  const network = await networkOf(page);
  await openSession(page, person, partner);
  await join(page);
  return { page, network };
}

const sides = [await come(owner, guest, tones.ana), await come(guest, owner, tones.ben)] as const;
const pages: Page[] = sides.map(({ page }) => page);
await expectTalking(sides[0].page, guest);
await expectTalking(sides[1].page, owner);
await pause(2000);

const lastHeard = (page: Page) => page.evaluate(() => window.sound.lastAt);
let hasFailed = false;
function tell(fault: string, figures: string, isGood: boolean): void {
  process.stdout.write(`${isGood ? 'ok  ' : 'FAIL'} ${fault}: ${figures}\n`);
  if (!isGood) hasFailed = true;
}

/** Waits until both receive audio after a moment; returns the time it took. */
async function heardAfter(moment: number): Promise<number> {
  for (;;) {
    const heard = await Promise.all(pages.map(lastHeard));
    if (heard.every((at) => at > moment)) {
      const ends = await Promise.all(
        pages.map((page) =>
          page.evaluate((at) => window.sound.gaps.findLast(({ to }) => to > at)?.to ?? at, moment),
        ),
      );
      return Math.max(...ends) - moment;
    }
    if (Date.now() - moment > 60_000) return Number.POSITIVE_INFINITY;
    await pause(100);
  }
}

for (const seconds of [3, 8, 25]) {
  cable.cut();
  await pause(seconds * 1000);
  const mendedAt = Date.now();
  cable.mend();
  const ms = await heardAfter(mendedAt);
  tell(`the cable is out for ${seconds} s`, `heard again ${ms} ms after it is back`, ms <= backWithinMs);
  await pause(3000);
}

for (const [side, name] of [
  [sides[0], 'the owner'],
  [sides[1], 'the guest'],
] as const) {
  cable.cut();
  await side.network.cut();
  await pause(8000);
  const mendedAt = Date.now();
  cable.mend();
  await side.network.mend();
  const ms = await heardAfter(mendedAt);
  tell(`${name} is offline for 8 s`, `heard again ${ms} ms after the network is back`, ms <= backWithinMs);
  await pause(3000);
}

const { url } = server;
const before = await Promise.all(pages.map((page) => page.evaluate(() => window.links.length)));
await Promise.all(pages.map((page) => page.evaluate(() => void window.sound.gaps.splice(0))));
await server.kill();
await pause(downMs);
server = await startServer({ DATA_DIR: dataFolder, PORT: new URL(url).port });
await pause(15_000);
const gaps = await Promise.all(pages.map((page) => page.evaluate(() => window.sound.gaps)));
const after = await Promise.all(pages.map((page) => page.evaluate(() => window.links.length)));
const longest = Math.max(0, ...gaps.flat().map(({ from, to }) => to - from));
const isSame = before.join() === after.join();
tell(
  `the server is killed and back after ${downMs / 1000} s`,
  `longest gap ${longest} ms, ${isSame ? 'the same link' : 'another link'}`,
  longest === 0 && isSame,
);
const [own, theirs] = [await hear(sides[0].page), await hear(sides[1].page)];
tell('the tones at the end', `${own.hz} and ${theirs.hz} Hz`, Math.abs(own.hz - tones.ben) < 12);

await browser.close();
cable.close();
await server.stop();
rmSync(dataFolder, { recursive: true, force: true });
process.exitCode = hasFailed ? 1 : 0;
