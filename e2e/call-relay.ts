import { chromium, expect, type Page } from '@playwright/test';
import { createSessionNow, expectTalking, expectTone, giveTone, join, openSession, tones } from './calls.ts';
import { startCoturn } from './coturn.ts';
import type { Person } from './people.ts';
import config from './playwright.config.ts';
import { proveExpiry, proveQuota } from './relay-quota.ts';
import { startServer } from './server-process.ts';

// `npm run proof:relay -- /usr/bin/turnserver`: proves quota and expiry of the deployed settings, and a call through coturn alone, also
// after the first credentials have expired and coturn was restarted. No candidate, description or statistic of either page may contain
// an address other than the relay's, which here is a local address that no browser uses.
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
    /** Descriptions and candidates received from the peer. */
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
        // The origin line is the same in every browser and contains no real address.
        window.told.push((init.sdp ?? '').replace(/^o=.*$/m, ''));
        await super.setRemoteDescription(init);
      }
    };
  });
  await openSession(page, person, partner);
  await join(page);
  return page;
}

/** Addresses of the peer that a page has learned, except the relay's. */
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
  // Placeholder address of a description before any candidate.
  const harmless = [relay.host, '0.0.0.0'];
  return [...new Set(addresses)].filter((address) => !harmless.includes(address));
}

/** Expiry of the credentials that a page would use for an ICE restart. */
const expiryOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const [first] = window.links.at(-1)?.getConfiguration().iceServers ?? [];
    return Number(first?.username?.split(':')[0]) * 1000;
  });

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  // Started a while ago, so that the server's clock can lag the relay's and still be within the session.
  const session = await createSessionNow(server, lifetimeMs);
  const { owner, guest } = session;
  say(`ok   ${await proveQuota(relay, server, session)}`);
  say(`ok   ${await proveExpiry(relay)}`);

  // Credentials issued now expire in 20 to 80 seconds by the relay's clock.
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
  // The disconnect has to be detected before the recovery.
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
