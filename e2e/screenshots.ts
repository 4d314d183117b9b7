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

const captionToAiko = 'Mind the boats, too 😄';
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

/** The id of a person of the demo, by the beginning of the name. */
type People = (name: string) => string;

interface Shot {
  name: string;
  path: (idOf: People) => string;
  /** Visible once the screen is complete. */
  shows: string;
  viewport: { width: number; height: number };
  isDark?: boolean;
  locale?: string;
  /** Interaction before the picture is taken. */
  act?: (page: Page) => Promise<void>;
}

const shots: Shot[] = [
  { name: 'dashboard', path: () => '/dashboard', shows: 'Aiko Tanaka', viewport: desktop },
  {
    name: 'search',
    path: () => '/dashboard?languageCode=es&type=natives&freeWithinDays=3&activeWithinDays=7',
    shows: 'Next free',
    viewport: desktop,
    act: (page) => page.getByLabel('Only people I saved').scrollIntoViewIfNeeded(),
  },
  { name: 'profile', path: (idOf) => `/profile/${idOf('Lucía')}`, shows: 'minutes', viewport: desktop },
  {
    name: 'weekly-hours',
    path: () => '/settings/availability',
    shows: 'as 30-minute sessions',
    viewport: desktop,
    act: (page) =>
      page
        .getByRole('button', { name: 'Save weekly hours' })
        .evaluate((button) => button.scrollIntoView({ block: 'end' })),
  },
  {
    name: 'reschedule',
    path: () => '/appointments',
    shows: 'Move the session',
    viewport: desktop,
    act: async (page) => {
      await page.getByRole('button', { name: 'Reschedule' }).first().click();
      await page.getByRole('dialog').getByRole('radio').first().check();
    },
  },
  {
    name: 'past-sessions',
    path: () => '/appointments?show=past',
    shows: 'Tengo ganas de verte',
    viewport: desktop,
    act: async (page) => {
      const session = page.getByRole('listitem').filter({ hasText: 'minutes with Lucía' });
      await session.getByRole('button', { name: 'Words and talk time' }).click();
      await session.getByText('Tengo ganas de verte').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'chat',
    path: (idOf) => `/chat/${idOf('Aiko')}`,
    shows: captionToAiko,
    viewport: desktop,
  },
  {
    name: 'chat-dark',
    path: (idOf) => `/chat/${idOf('Lucía')}`,
    shows: 'Sí, ya lo veo en el calendario. ☕',
    viewport: desktop,
    isDark: true,
  },
  {
    name: 'requests',
    path: () => '/requests',
    shows: 'Decline',
    viewport: desktop,
    act: (page) => page.getByRole('link', { name: /Dimas/ }).click(),
  },
  { name: 'phrases', path: () => '/phrases', shows: 'la sobremesa', viewport: desktop },
  { name: 'progress', path: () => '/progress', shows: 'Phrases reviewed', viewport: desktop },
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
  { name: 'chat-phone', path: (idOf) => `/chat/${idOf('Mateo')}`, shows: 'De nada.', viewport: phone },
  {
    name: 'review-phone',
    path: () => '/phrases/review',
    shows: 'Good',
    viewport: phone,
    isDark: true,
    act: (page) => page.getByRole('button', { name: 'Show the meaning' }).click(),
  },
  { name: 'dashboard-phone', path: () => '/dashboard', shows: 'Aiko Tanaka', viewport: phone },
  {
    name: 'dashboard-arabic-phone',
    path: () => '/dashboard',
    shows: 'Aiko Tanaka',
    viewport: phone,
    locale: 'ar',
  },
  {
    name: 'profile-phone',
    path: (idOf) => `/profile/${idOf('Aiko')}`,
    shows: 'minutes',
    viewport: phone,
    isDark: true,
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

/** Finds the people of the demo, and sends a picture as a reply, which the demo does not have. */
async function lookUp({ url }: ServerProcess): Promise<People> {
  const client = createClient({ baseUrl: url });
  const entered = await fetch(`${url}/v1/auth/demo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  await client.session.signIn(fromWire(authResult, await entered.json()));
  const { users } = await client.calls.searchUsers({ limit: 50 });
  const idOf: People = (name) => users.find((user) => user.name.startsWith(name))?.userId ?? '';
  const toAiko = { userId: idOf('Aiko') };
  const { messages } = await client.calls.listMessages({ ...toAiko, limit: 1 });
  const repliesTo = messages[0]?.chatMessageId;
  await client.calls.sendPictureMessage({
    ...toAiko,
    image: await harbour(),
    caption: captionToAiko,
    repliesTo,
  });
  client.close();
  return idOf;
}

/** A drawn picture of a harbour in the evening. */
async function harbour(): Promise<Blob> {
  const boats = [150, 420, 610].map(
    (x, place) =>
      `<path d="M${x} ${430 + place * 30}h120l-24 34h-72z" fill="#7c2d12"/><path d="M${x + 56} ${290 + place * 30}v130h70z" fill="#fef3c7"/>`,
  );
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600">
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#fdba74"/><stop offset="1" stop-color="#fde68a"/></linearGradient>
    <rect width="900" height="600" fill="url(#sky)"/><circle cx="660" cy="250" r="70" fill="#fff7ed"/>
    <path d="M0 330L170 210l150 120 180-90 170 90 230-60v60z" fill="#475569"/><rect y="330" width="900" height="270" fill="#0e7490"/>
    ${boats.join('')}</svg>`;
  return new Blob([new Uint8Array(await sharp(Buffer.from(drawing)).jpeg().toBuffer())]);
}

async function take(on: Browser, shot: Shot, idOf: People): Promise<Buffer> {
  const { viewport, isDark = false, locale = 'en-GB', act } = shot;
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
  await enter(page);
  await page.goto(shot.path(idOf));
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
