import { existsSync, mkdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@parlance/client/client';
import { authResult } from '@parlance/contract/access';
import { fromWire } from '@parlance/contract/wire';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { findSession, join as joinSession } from './calls.ts';
import config from './playwright.config.ts';
import { type ServerProcess, startServer } from './server-process.ts';

// `npm run screenshots`: the pictures of the README, from the real server with the demo community. The clock is frozen, so that the
// same code gives the same pictures; an unchanged picture is not written again.

const standsAt = '2026-06-16T17:05:00.000Z';
const folder = join(import.meta.dirname, '../docs/screenshots');
const quality = 82;
/** Mean difference of two pictures, of 255, below which it is rendering noise. */
const unseen = 0.4;

const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

interface Shot {
  name: string;
  /** Resolves names of the demo to ids. */
  path: (idOf: (name: string) => string, slotOf: (name: string) => string) => string;
  /** Visible once the screen is complete. */
  shows: string;
  viewport: { width: number; height: number };
  isDark?: boolean;
  isSignedOut?: boolean;
  locale?: string;
  /** Interaction before the picture is taken. */
  act?: (page: Page) => Promise<void>;
}

const shots: Shot[] = [
  { name: 'landing', path: () => '/features', shows: 'Parlance', viewport: desktop, isSignedOut: true },
  { name: 'dashboard', path: () => '/dashboard', shows: 'Aiko Tanaka', viewport: desktop },
  { name: 'dashboard-phone', path: () => '/dashboard', shows: 'Aiko Tanaka', viewport: phone },
  { name: 'profile', path: (idOf) => `/profile/${idOf('Lucía')}`, shows: 'minutes', viewport: desktop },
  {
    name: 'profile-phone',
    path: (idOf) => `/profile/${idOf('Aiko')}`,
    shows: 'minutes',
    viewport: phone,
    isDark: true,
  },
  {
    name: 'booking',
    path: (idOf, slotOf) => `/booking/${idOf('Haruto')}/${slotOf('Haruto')}`,
    shows: 'Confirm Booking',
    viewport: desktop,
  },
  { name: 'appointments', path: () => '/appointments', shows: 'Upcoming', viewport: desktop },
  {
    name: 'chat',
    path: (idOf) => `/chat/${idOf('Aiko')}`,
    shows: 'Mind the gap! いい言葉ですね。',
    viewport: desktop,
  },
  {
    name: 'chat-dark',
    path: (idOf) => `/chat/${idOf('Lucía')}`,
    shows: 'Sí, ya lo veo en el calendario. ☕',
    viewport: desktop,
    isDark: true,
  },
  { name: 'chat-phone', path: (idOf) => `/chat/${idOf('Mateo')}`, shows: 'De nada.', viewport: phone },
  {
    name: 'session-phone',
    path: (idOf) => `/chat/${idOf('Mateo')}`,
    shows: 'You are talking with Mateo Quiroga.',
    viewport: phone,
    act: async (page) => {
      await findSession(page);
      await joinSession(page);
    },
  },
  { name: 'phrases', path: () => '/phrases', shows: 'la sobremesa', viewport: desktop },
  {
    name: 'review-phone',
    path: () => '/phrases/review',
    shows: 'Good',
    viewport: phone,
    isDark: true,
    act: (page) => page.getByRole('button', { name: 'Show the meaning' }).click(),
  },
  { name: 'progress', path: () => '/progress', shows: 'Phrases reviewed', viewport: desktop },
  {
    name: 'dashboard-arabic-phone',
    path: () => '/dashboard',
    shows: 'Aiko Tanaka',
    viewport: phone,
    locale: 'ar',
  },
];

const only = process.argv.slice(2);
const server = await startServer({ DEMO_DATA: 'on', CLOCK_STANDS_AT: standsAt });
const { executablePath, args = [] } = config.use?.launchOptions ?? {};
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args });
try {
  mkdirSync(folder, { recursive: true });
  const people = await lookUp(server);
  for (const shot of shots) {
    if (only.length > 0 && !only.includes(shot.name)) continue;
    const png = await take(browser, shot, people);
    process.stdout.write(
      `${(await keep(shot.name, png)) ? 'new  ' : 'same '} docs/screenshots/${shot.name}.webp\n`,
    );
  }
} finally {
  await browser.close();
  await server.stop();
}

interface People {
  idOf: (name: string) => string;
  slotOf: (name: string) => string;
}

async function lookUp({ url }: ServerProcess): Promise<People> {
  const client = createClient({ baseUrl: url });
  const entered = await fetch(`${url}/v1/auth/demo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  await client.session.signIn(fromWire(authResult, await entered.json()));
  const { users } = await client.calls.searchUsers({ limit: 50 });
  const idOf = (name: string) => users.find((user) => user.name.startsWith(name))?.userId ?? '';
  const haruto = await client.calls.listSlots({ userId: idOf('Haruto') });
  const free = haruto.slots.find(({ bookedByUserId }) => bookedByUserId === null);
  client.close();
  return { idOf, slotOf: () => free?.scheduleSlotId ?? '' };
}

async function take(on: Browser, shot: Shot, { idOf, slotOf }: People): Promise<Buffer> {
  const { viewport, isDark = false, isSignedOut = false, locale = 'en-GB', act } = shot;
  const context = await on.newContext({
    baseURL: server.url,
    viewport,
    colorScheme: isDark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale,
    timezoneId: 'Europe/London',
    serviceWorkers: 'block',
    permissions: ['microphone'],
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(standsAt);
  if (!isSignedOut) await enter(page);
  await page.goto(shot.path(idOf, slotOf));
  await act?.(page);
  await page.getByText(shot.shows).filter({ visible: true }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await context.close();
  return png;
}

async function enter(page: Page): Promise<void> {
  await page.goto('/login');
  // By position, because its name depends on the language.
  await page.getByRole('main').getByRole('button').last().click();
  await page.waitForURL('/dashboard');
}

/** Writes the picture unless the existing one looks the same. */
async function keep(name: string, png: Buffer): Promise<boolean> {
  const file = join(folder, `${name}.webp`);
  const webp = await sharp(png).webp({ quality, effort: 6 }).toBuffer();
  if (existsSync(file) && (await difference(await readFile(file), webp)) < unseen) return false;
  await writeFile(file, webp);
  return true;
}

async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((image) => sharp(image).removeAlpha().raw().toBuffer()));
  if (!a || !b || a.length !== b.length) return Number.POSITIVE_INFINITY;
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0));
  return sum / a.length;
}
