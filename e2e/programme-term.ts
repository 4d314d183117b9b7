import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@parlance/client/client';
import { createLogin } from '@parlance/client/login';
import { createMemoryStorage, refreshTokenKey } from '@parlance/client/token-storage';
import { type App, startApp } from '@parlance/server/app';
import { readConfig } from '@parlance/server/config';
import {
  addStudents,
  holdSessions,
  issueAll,
  joinAll,
  syntheticLanguages,
} from '@parlance/server/test/programme-term';
import { chromium, type Page } from '@playwright/test';
import { launchOptions } from './chromium.ts';
import { createDesk } from './coordinator-desk.ts';
import { finishProfile } from './people.ts';

// `npm run proof:programme`: one coordinator takes 500 students from the invitation to the certificates in a real browser. Students act
// through the functions of the server; the coordinator's presses, typed characters and waiting times are counted. `--shots <folder>`
// takes a picture of every screen on the way. Needs a web build.

const students = 500;
const lateStudents = 20;
const pressesGoal = 60;
const minutesGoal = 30;

const dayMs = 24 * 3_600_000;
const shotsAt = process.argv.indexOf('--shots');
const shots = shotsAt < 0 ? null : (process.argv[shotsAt + 1] ?? 'shots');
let aheadMs = 0;
const now = () => new Date(Date.now() + aheadMs);
const inDays = (days: number) => new Date(now().getTime() + days * dayMs).toISOString().slice(0, 10);
const print = (text: string) => process.stdout.write(`${text}\n`);

const folder = mkdtempSync(join(tmpdir(), 'parlance-term-'));
const app = await startApp(
  readConfig({
    PORT: '0',
    LOG_LEVEL: 'warn',
    DATA_DIR: folder,
    DEMO_DATA: 'off',
    RATE_LIMITS: 'off',
    ADMIN_EMAILS: 'admin@uni.example',
  }),
  { clock: { now }, manualJobs: true },
);
const browser = await chromium.launch(launchOptions);
try {
  await run(app);
} finally {
  await browser.close();
  await app.close();
  rmSync(folder, { recursive: true, force: true });
}

async function run({ platform }: App): Promise<void> {
  const admin = await enter('admin@uni.example', 'Ada');
  await enter('office@uni.example', 'Cora');
  const { programmeId } = await admin.calls.createProgramme({
    name: 'Tandem, summer term',
    office: 'Language Centre',
    officeEmail: 'tandem@uni.example',
    timeZone: 'Europe/London',
    languages: syntheticLanguages,
    registrationEndsOn: inDays(13),
    termStartsOn: inDays(21),
    termEndsOn: inDays(133),
    eraseOn: inDays(250),
    neededHours: 8,
    declaredPercent: 50,
    consentText: 'The Language Centre sees your name, languages and hours.',
    isOpen: false,
  });
  await admin.calls.addCoordinator({ programmeId, email: 'office@uni.example' });
  const page = await openBrowser('office@uni.example');
  const desk = createDesk(page, shots);

  desk.begin('Invite');
  await desk.open(page.getByRole('link', { name: 'My programme' }).first());
  await desk.press('Open registration');
  await desk.confirm('Open registration');
  await desk.open(page.getByRole('link', { name: 'Invite students' }));
  await desk.press('New invitation link');
  await desk.type('For how many students?', String(students + lateStudents));
  await desk.confirm('Create the link');
  const shown = await page.getByText(/\/join\//).textContent();
  const invitation = /\/join\/([\w-]+)/.exec(shown ?? '')?.[1] ?? '';
  await desk.press('Copy the link');

  const first = await addStudents(platform, { count: students, seed: 1 });
  await joinAll(platform, { programmeId, invitation }, first);
  await platform.jobs.runDue();

  desk.begin('Match and publish');
  await page.reload();
  await desk.shot('students');
  await desk.open(page.getByRole('link', { name: 'Overview' }));
  await desk.press('Close registration');
  await desk.confirm('Close registration');
  await desk.open(page.getByRole('link', { name: 'Choose partners' }));
  await desk.press('Try a round');
  const publish = page.getByRole('button', { name: /^Publish \d+ pairs?$/ });
  await desk.waitFor(publish);
  const label = (await publish.textContent()) ?? '';
  // Looks at the second page of pairs before everybody is told.
  await desk.open(
    page
      .getByRole('link', { name: '2', exact: true })
      .or(page.getByRole('link', { name: /Page 2|Next/ }))
      .first(),
  );
  await desk.press(label);
  await desk.confirm(label);
  await desk.waitFor(page.getByText(/^Published on/));

  await goTo(page, 23);
  const termFrom = new Date(now().getTime() - dayMs);
  await holdSessions(platform, { programmeId, from: termFrom, weeks: 7, diligence: 0.85 });
  const [asking] = (await platform.db
    .selectFrom('programme_pairs')
    .select(['user_id'])
    .where('programme_id', '=', programmeId)
    .execute()) as [{ user_id: string }];
  await platform.db
    .insertInto('programme_help')
    .values({
      help_id: crypto.randomUUID(),
      programme_id: programmeId,
      user_id: asking.user_id,
      kind: 'partner',
      text: 'We cannot find a time.',
      asked_at: now(),
    })
    .execute();
  const late = await addStudents(platform, { count: lateStudents, seed: 2, named: 'late' });
  await joinAll(platform, { programmeId, invitation }, late);

  desk.begin('Late students and one pair that does not work');
  await signInPage(page, 'office@uni.example', `/programmes/${programmeId}/coordinate`);
  const name = await nameOf(platform, asking.user_id);
  await desk.open(page.getByRole('link', { name: 'At risk', exact: true }));
  await desk.shot('at-risk-early');
  await desk.open(page.getByRole('link', { name }).first());
  const end = page.getByRole('button', { name: /^End the pair with/ }).first();
  await desk.pressOn(end);
  await desk.confirm('End the pair');
  await desk.open(page.getByRole('link', { name: 'Matching' }));
  await desk.press('Try a round');
  await desk.waitFor(publish);
  const second = (await publish.textContent()) ?? '';
  await desk.press(second);
  await desk.confirm(second);
  await desk.waitFor(page.getByText(/^Published on/));

  await goTo(page, 60);
  desk.begin('Half-time: write to those at risk');
  await signInPage(page, 'office@uni.example', `/programmes/${programmeId}/coordinate`);
  await desk.open(page.getByRole('link', { name: 'At risk', exact: true }));
  await desk.shot('at-risk');
  await desk.open(page.getByRole('link', { name: 'Write to all of them' }));
  await desk.type('Subject', 'Half of the term is over');
  await desk.type(
    'Text',
    'Please meet at least once a week. Write to us if you cannot find a time with your partner.',
  );
  await desk.press('Send');
  await desk.waitFor(page.getByText(/^The mail goes to/));
  await holdSessions(platform, { programmeId, from: now(), weeks: 6, diligence: 0.95 });

  await goTo(page, 52);
  const codes = await issueAll(platform, programmeId);
  desk.begin('Hours, table and certificates');
  await signInPage(page, 'office@uni.example', `/programmes/${programmeId}/coordinate`);
  await desk.open(page.getByRole('link', { name: 'Attendance' }));
  const download = page.waitForEvent('download');
  await desk.press('Export CSV');
  await download;
  // One certificate was issued by mistake.
  const [[wrong = '', code = ''] = []] = [...codes];
  await desk.open(page.getByRole('link', { name: 'Students', exact: true }));
  await desk.type('Name or student number', await nameOf(platform, wrong));
  await desk.open(page.locator(`a[href$="/students/${wrong}"]`));
  await desk.press('Withdraw the certificate');
  await desk.type('Reason', 'Counted twice');
  await desk.confirm('Withdraw the certificate');
  await desk.waitFor(page.getByText(/withdrawn/i).first());
  await page.goto(`/certificate/${code}`);
  await desk.waitFor(page.getByText(/withdrawn/i).first());
  print(desk.table());
  print(`\n${students + lateStudents} students, ${codes.size} certificates`);
  const { presses, minutes } = desk.total();
  const isGood = presses < pressesGoal && minutes < minutesGoal && codes.size > students / 2;
  print(isGood ? 'within the goals' : `over the goals of ${pressesGoal} presses and ${minutesGoal} minutes`);
  process.exitCode = isGood ? 0 : 1;
}

/** Days pass: the server's clock moves and its jobs run. */
async function goTo(page: Page, days: number): Promise<void> {
  aheadMs += days * dayMs;
  await app.platform.jobs.runDue();
  await page.goto('about:blank');
}

async function nameOf({ db }: App['platform'], userId: string): Promise<string> {
  return (await db.selectFrom('users').select('name').where('user_id', '=', userId).executeTakeFirstOrThrow())
    .name;
}

async function signInByCode(address: string, storage = createMemoryStorage()): Promise<Client> {
  const client = createClient({ baseUrl: app.url, storage });
  const login = createLogin(client.session);
  const { accessVerificationId } = await login.beginCode(address);
  const entry = app.outbox?.entries().find(({ to, text }) => to === address && /\b\d{6,10}\b/.test(text));
  const code = /\b\d{6,10}\b/.exec(entry?.text ?? '')?.[0] ?? '';
  await login.confirmCode({ accessVerificationId, emailOrPhone: address, code });
  return client;
}

async function enter(address: string, name: string): Promise<Client> {
  const client = await signInByCode(address);
  await finishProfile(client, name);
  return client;
}

async function openBrowser(address: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: app.url,
    locale: 'en-US',
    timezoneId: 'Europe/London',
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  await signInPage(page, address, '/dashboard');
  return page;
}

/** Stores a session in the browser: sign-in is not part of the work, and moved clocks end sessions. */
async function signInPage(page: Page, address: string, path: string): Promise<void> {
  const body = '<link rel="icon" href="data:,">';
  await page.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body }), { times: 1 });
  await page.goto('/empty');
  const storage = createMemoryStorage();
  await signInByCode(address, storage);
  await page.evaluate(({ key, token }) => localStorage.setItem(key, token), {
    key: refreshTokenKey,
    token: storage.get() ?? '',
  });
  await page.goto(path);
}
