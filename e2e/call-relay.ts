import { chromium, expect, type Page } from '@playwright/test';
import { createSessionNow, expectTalking, expectTone, giveTone, join, openSession, tones } from './calls.ts';
import { startCoturn } from './coturn.ts';
import type { Person } from './people.ts';
import config from './playwright.config.ts';
import { proveExpiry, proveQuota } from './relay-quota.ts';
import { startServer } from './server-process.ts';

// `npm run proof:relay -- /usr/bin/turnserver`: the quota and the expiry of the deployed settings take effect, and two people talk through coturn
// alone, also after their first credentials have expired and coturn was restarted. No candidate, description or statistic of either page may
// name an address but the relay's, which here is one of this machine that no browser has.
const [turnserver = 'turnserver'] = process.argv.slice(2);
const relay = await startCoturn(turnserver);
const server = await startServer({
  TURN_URL: `turn:${relay.host}:${relay.port}`,
  TURN_SECRET: relay.secret,
  CALL_RELAY: 'always',
});
const { executablePath, args = [] } = config.use?.launchOptions ?? {};
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args });

const lifetimeMs = 10 * 60_000;
const windowMs = 60_000;

declare global {
  interface Window {
    /** All that came from the other side about where it is. */
    told: string[];
  }
}

async function come(person: Person, partner: Person, hz: number): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, permissions: ['microphone', 'camera'] });
  const page = await context.newPage();
  await giveTone(page, hz);
  await page.addInitScript(() => {
    window.told = [];
    window.RTCPeerConnection = class extends RTCPeerConnection {
      override async addIceCandidate(init?: RTCIceCandidateInit | null) {
        window.told.push(JSON.stringify(init));
        await super.addIceCandidate(init);
      }
      override async setRemoteDescription(init: RTCSessionDescriptionInit) {
        // Every browser writes the same there, whatever its address.
        window.told.push((init.sdp ?? '').replace(/^o=.*$/m, ''));
        await super.setRemoteDescription(init);
      }
    };
  });
  await openSession(page, person, partner);
  await join(page);
  return page;
}

/** Every address that a page has learned of the other, but the relay's. */
async function strangeAddresses(page: Page): Promise<string[]> {
  const texts = await page.evaluate(async () => {
    const report = await window.links.at(-1)?.getStats();
    const stats: string[] = [];
    report?.forEach((entry) => {
      if (entry.type === 'remote-candidate') stats.push(JSON.stringify(entry));
    });
    return [...window.told, ...stats];
  });
  if (texts.length < 3) throw new Error('nothing was told');
  const addresses = texts.flatMap((text) => text.match(/\d+\.\d+\.\d+\.\d+|[\w-]+\.local/g) ?? []);
  // What stands in a description before there is an address.
  const harmless = [relay.host, '0.0.0.0'];
  return [...new Set(addresses)].filter((address) => !harmless.includes(address));
}

/** When the credentials that a page would use for an ICE restart expire. */
const expiryOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const [first] = window.links.at(-1)?.getConfiguration().iceServers ?? [];
    return Number(first?.username?.split(':')[0]) * 1000;
  });

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  // Begun a while ago, so that the server's clock can be behind the relay's and still be within the session.
  const session = await createSessionNow(server, lifetimeMs);
  const { owner, guest } = session;
  say(`ok   ${await proveQuota(relay, server, session)}`);
  say(`ok   ${await proveExpiry(relay)}`);

  // What the pages are given now expires by the relay's clock in 20 to 80 seconds.
  await server.advanceClock(20_000 + windowMs - lifetimeMs);
  const [one, other] = [await come(owner, guest, tones.ana), await come(guest, owner, tones.ben)];
  await expectTalking(one, guest);
  await expectTalking(other, owner);
  await expectTone(one, tones.ben);
  await expectTone(other, tones.ana);

  const pages = [one, other];
  const firstExpiries = await Promise.all(pages.map(expiryOf));
  const lastExpiry = Math.max(...firstExpiries);
  await expect.poll(() => Date.now(), { timeout: 120_000, intervals: [1000] }).toBeGreaterThan(lastExpiry);
  for (const page of pages) expect(await expiryOf(page)).toBeGreaterThan(Date.now());
  await relay.restart();
  const isConnected = () =>
    one.evaluate(async () => {
      let isIceConnected = false;
      (await window.links.at(-1)?.getStats())?.forEach((entry) => {
        if (entry.type === 'transport' && entry.iceState === 'connected') isIceConnected = true;
      });
      return isIceConnected;
    });
  // The break is noticed before it is mended.
  await expect.poll(isConnected, { timeout: 60_000 }).toBe(false);
  await expect.poll(isConnected, { timeout: 60_000 }).toBe(true);
  await expectTone(one, tones.ben);
  await expectTone(other, tones.ana);
  say('ok   after the first credentials expired, the talk goes on over new allocations with renewed ones');

  const strange = [...(await strangeAddresses(one)), ...(await strangeAddresses(other))];
  const kinds = await one.evaluate(async () => {
    const found: string[] = [];
    (await window.links.at(-1)?.getStats())?.forEach((entry) => {
      if (entry.type.endsWith('-candidate'))
        found.push(`${entry.type} ${entry.candidateType} ${entry.address}`);
    });
    return found;
  });
  process.stdout.write(`${kinds.join('\n')}\n`);
  process.stdout.write(
    strange.length === 0 ? 'ok   no address but the relay\n' : `FAIL ${strange.join(', ')}\n`,
  );
  process.exitCode = strange.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  await server.stop();
  await relay.stop();
}
