import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { createSessionNow, expectTalking, expectTone, giveTone, join, openSession, tones } from './calls.ts';
import type { Person } from './people.ts';
import config from './playwright.config.ts';
import { startServer } from './server-process.ts';

// `npm run proof:relay -- /usr/bin/turnserver`: two people talk through coturn alone. No candidate, description or statistic of either page may name an
// address but the relay's, which here is one of this machine that no browser has.
const relay = { host: '127.0.0.2', port: 34_780, secret: 'only-for-this-run' };
const [turnserver = 'turnserver'] = process.argv.slice(2);

const folder = mkdtempSync(joinPath(tmpdir(), 'parlance-relay-'));
const settings = joinPath(folder, 'turnserver.conf');
writeFileSync(
  settings,
  [
    `listening-ip=${relay.host}`,
    `relay-ip=${relay.host}`,
    `listening-port=${relay.port}`,
    'realm=parlance',
    'use-auth-secret',
    `static-auth-secret=${relay.secret}`,
    'fingerprint',
    'no-cli',
    'no-tls',
    'no-dtls',
    'no-multicast-peers',
    // Of this run alone: here the peers are on this machine.
    'allow-loopback-peers',
    `allowed-peer-ip=${relay.host}`,
    'log-file=stdout',
    `pidfile=${joinPath(folder, 'pid')}`,
    `userdb=${joinPath(folder, 'db')}`,
  ].join('\n'),
);
const coturn = spawn(turnserver, ['-c', settings], { stdio: 'ignore' });
const server = await startServer({
  TURN_URL: `turn:${relay.host}:${relay.port}`,
  TURN_SECRET: relay.secret,
  CALL_RELAY: 'always',
});
const { executablePath, args = [] } = config.use?.launchOptions ?? {};
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args });

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

try {
  const { owner, guest } = await createSessionNow(server);
  const [one, other] = [await come(owner, guest, tones.ana), await come(guest, owner, tones.ben)];
  await expectTalking(one, guest);
  await expectTalking(other, owner);
  await expectTone(one, tones.ben);
  await expectTone(other, tones.ana);
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
  coturn.kill();
  rmSync(folder, { recursive: true, force: true });
}
