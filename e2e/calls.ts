import type { ScheduleSlot } from '@parlance/contract/schedule';
import { type Browser, expect, type Page } from '@playwright/test';
import { whenTold } from './conversations.ts';
import type { Faults } from './faults.ts';
import { createMember, type Person, signIn } from './people.ts';
import { book, publish } from './schedule.ts';
import type { ServerProcess } from './server-process.ts';

const quarterMs = 15 * 60_000;
const longestMinutes = 60;
/** More than a busy machine takes to sign up two members: the slot has to be published before it begins. */
const publishWithinMs = 5 * 60_000;

/** Two members and their session, which takes place now. */
export interface SessionNow {
  owner: Person;
  guest: Person;
  slot: ScheduleSlot;
}

/** A slot that has begun cannot be published: moves the server's clock back for it, then to the present. */
export async function createSessionNow(server: ServerProcess, atLeastAgoMs = 0): Promise<SessionNow> {
  const startsAt = new Date(Math.floor((Date.now() - atLeastAgoMs) / quarterMs) * quarterMs);
  const backMs = Date.now() - startsAt.getTime() + publishWithinMs;
  await server.advanceClock(-server.clockAheadMs() - backMs);
  const [owner, guest] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
  // Each of the two learns the language of the other.
  await guest.client.calls.createLanguage({ languageCode: 'es', target: false, proficiency: 1 });
  await guest.client.calls.createLanguage({ languageCode: 'de', target: true, proficiency: 0.3 });
  const slot = await publish(owner, startsAt, longestMinutes);
  await book(guest, slot);
  await server.advanceClock(backMs);
  return { owner, guest, slot };
}

declare global {
  interface Window {
    /** Every connection of the page, newest last. */
    links: RTCPeerConnection[];
    /** Microphones that a journey can disconnect. */
    microphones: MediaStreamTrack[];
  }
}

/** Replaces the microphone by a tone, without the processing that would filter it as noise. */
export async function giveTone(page: Page, hz: number): Promise<void> {
  await page.addInitScript((frequency) => {
    const devices = navigator.mediaDevices;
    const open = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (wanted) => {
      if (!wanted?.audio) return open(wanted);
      const context = new AudioContext();
      const mouth = context.createMediaStreamDestination();
      const tone = new OscillatorNode(context, { frequency });
      tone.connect(mouth);
      tone.start();
      window.microphones.push(...mouth.stream.getAudioTracks());
      return mouth.stream;
    };
  }, hz);
  await watchLinks(page);
}

/** Exposes the connections of a page to the journey. */
export async function watchLinks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.links = [];
    window.microphones = [];
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(settings?: RTCConfiguration) {
        super(settings);
        window.links.push(this);
      }
    };
  });
}

/** The page of the partner with a separate tone, signed in and in the conversation. */
export async function openOther(browser: Browser, url: string, faults: Faults, hz: number): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, permissions: ['microphone', 'camera'] });
  const page = await context.newPage();
  faults.watch(page);
  await giveTone(page, hz);
  return page;
}

/** Opens the conversation and its session, up to the join button. */
export async function openSession(page: Page, person: Person, partner: Person): Promise<void> {
  await signIn(page, person, `/chat/${partner.userId}`);
  await expect(page.getByRole('heading', { level: 1, name: partner.name })).toBeVisible();
  await findSession(page);
}

/** Triggers the lazy modules, which load on the first user input. */
export async function findSession(page: Page): Promise<void> {
  await page.mouse.move(200, 200);
  await page.mouse.move(210, 210);
  await expect(page.getByRole('region', { name: 'Session' })).toBeVisible();
}

export async function join(page: Page, button = 'Join with voice'): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('button', { name: 'Join now' }).click();
}

export const panel = (page: Page, partner: Person) =>
  page.getByRole('region', { name: `Session with ${partner.name}` });

export async function expectTalking(page: Page, partner: Person): Promise<void> {
  await expect(panel(page, partner)).toContainText(`You are talking with ${partner.name}.`);
}

/** Loudest frequency of the received audio, and its level in dB. */
export function hear(page: Page): Promise<{ hz: number; db: number }> {
  return page.evaluate(async () => {
    const audio = [...document.querySelectorAll('audio')].find(({ srcObject }) => srcObject !== null);
    if (!audio) return { hz: 0, db: Number.NEGATIVE_INFINITY };
    const context = new AudioContext();
    const analyser = new AnalyserNode(context, { fftSize: 8192, smoothingTimeConstant: 0 });
    context.createMediaStreamSource(audio.srcObject as MediaStream).connect(analyser);
    await new Promise((resolve) => setTimeout(resolve, 400));
    const levels = new Float32Array(analyser.frequencyBinCount);
    analyser.getFloatFrequencyData(levels);
    const loudest = levels.indexOf(Math.max(...levels));
    const heard = {
      hz: Math.round((loudest * context.sampleRate) / analyser.fftSize),
      db: levels[loudest] ?? 0,
    };
    await context.close();
    return heard;
  });
}

export async function expectTone(page: Page, hz: number): Promise<void> {
  await expect
    .poll(async () => Math.abs((await hear(page)).hz - hz), { message: `${hz} Hz` })
    .toBeLessThan(12);
}

/** Total received audio energy: a muted microphone still sends packets, but no energy. */
export function energyOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const report = await window.links.at(-1)?.getStats();
    let energy = 0;
    report?.forEach((entry) => {
      if (entry.type === 'inbound-rtp' && entry.kind === 'audio') energy = entry.totalAudioEnergy;
    });
    return energy;
  });
}

export async function energyInHalfASecond(page: Page): Promise<number> {
  const before = await energyOf(page);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  return (await energyOf(page)) - before;
}

/** Starts a call: Ana on the given page, Ben on a separate one. `told` resolves when both pages have received the event of its end. */
export async function talk(
  page: Page,
  { browser, server, faults }: { browser: Browser; server: ServerProcess; faults: Faults },
): Promise<SessionNow & { other: Page; told: Promise<unknown> }> {
  const session = await createSessionNow(server);
  const { owner, guest } = session;
  await giveTone(page, tones.ana);
  const other = await openOther(browser, server.url, faults, tones.ben);
  const told = Promise.all([page, other].map((each) => whenTold(each, 'call:ended')));
  await openSession(page, owner, guest);
  await join(page);
  await openSession(other, guest, owner);
  await join(other);
  await expectTalking(page, guest);
  await expectTalking(other, owner);
  return { ...session, other, told };
}

export const tones = { ana: 440, ben: 660 };
