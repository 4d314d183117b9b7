import type { Locale, PseudoLocale } from '@parlance/words/locales';
import { type Browser, expect, type Page } from '@playwright/test';
import { admitAdmin } from './admins.ts';
import { sendByApi } from './conversations.ts';
import { untilHydrated } from './hydration.ts';
import { choose } from './in-language.ts';
import { openNewMailbox } from './mailbox.ts';
import { createMember, type Person, signIn } from './people.ts';
import { book, hoursAfter, mondayAhead, publish } from './schedule.ts';
import type { ServerProcess } from './server-process.ts';

export interface Screen {
  path: string;
  heading: string | RegExp;
}

/** Creates a member with content on every screen, and returns the screens. */
export async function furnish(server: ServerProcess) {
  const ana = await createMember(server, 'Ana');
  const ben = await createMember(server, 'Ben');
  const monday = mondayAhead();
  const free = await publish(ben, hoursAfter(monday, 10));
  await book(ana, await publish(ben, hoursAfter(monday, 12)));
  await publish(ana, hoursAfter(monday, 15));
  await sendByApi(ben, ana, ['Hello Ana', 'How are you?']);
  await ana.client.calls.createPhrase({ languageCode: 'es', text: 'Hola', meaning: 'Ana' });
  const visitors: Screen[] = [
    { path: '/features', heading: /./ },
    { path: '/no/such/place', heading: /./ },
    { path: '/login', heading: 'Create Account or Sign In' },
    { path: '/dashboard', heading: 'Find Language Partners' },
    { path: '/dashboard?query=x&languageCode=de', heading: 'Find Language Partners' },
    { path: `/profile/${ben.userId}`, heading: 'Ben' },
  ];
  const members: Screen[] = [
    { path: '/dashboard', heading: 'Find Language Partners' },
    { path: `/profile/${ben.userId}`, heading: 'Ben' },
    { path: '/profile', heading: 'Ana' },
    { path: `/booking/${ben.userId}/${free.scheduleSlotId}`, heading: /./ },
    { path: '/onboarding-complete', heading: /Ana/ },
    { path: '/settings', heading: 'Settings' },
    { path: '/settings/notices', heading: 'Settings' },
    { path: '/appointments', heading: /./ },
    { path: '/chats', heading: /./ },
    { path: '/phrases', heading: /./ },
    { path: '/phrases/review', heading: /./ },
    { path: '/phrases/files', heading: /./ },
    { path: `/chat/${ben.userId}`, heading: 'Ben' },
    { path: '/progress', heading: 'Your progress' },
    { path: '/unsubscribe', heading: /./ },
    { path: '/undo', heading: /./ },
  ];
  return { ana, ben, visitors, members };
}

/** Addresses of all screens, with a member for each role. */
async function furnishAll(server: ServerProcess, admin: Person) {
  const { ana, ben, visitors, members } = await furnish(server);
  const { messages } = await ana.client.calls.listMessages({ userId: ben.userId });
  const chatMessageId = messages[0]?.chatMessageId ?? '';
  await ana.client.calls.reportMessage({ chatMessageId });
  const { reports } = await admin.client.calls.listReports({});
  const newcomer = { mailbox: await openNewMailbox(server) };
  return {
    ana,
    ben,
    admin,
    newcomer,
    visitors: visitors.map(({ path }) => path),
    members: members.map(({ path }) => path).concat('/dashboard?query=x&languageCode=de', '/profile/nobody'),
    admins: ['/admin', '/admin/audit', `/admin/report/${reports[0]?.reportId}`, `/admin/user/${ben.userId}`],
  };
}

/** Screens of all roles: those of visitors, and those of members with a signed-in tab each. */
export interface AllScreens {
  visitors: readonly string[];
  others: { tab: Page; paths: readonly string[] }[];
}

/** Opens a tab for each role. Signing in costs more than a screen, so the languages of a worker share the tabs. */
export async function openAllScreens(server: ServerProcess, browser: Browser): Promise<AllScreens> {
  const furnished = await furnishAll(server, await admitAdmin(server));
  const { ana, newcomer, admin, visitors, members, admins } = furnished;
  const others: AllScreens['others'] = [];
  for (const [person, paths] of [
    [ana, members],
    [newcomer, ['/onboarding']],
    [admin, admins],
  ] as const) {
    const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' });
    const tab = await context.newPage();
    await signIn(tab, person);
    others.push({ tab, paths });
  }
  return { visitors, others };
}

/** Visits all screens in one language: those of visitors on the given page. */
export async function throughAllScreens(
  { visitors, others }: AllScreens,
  page: Page,
  locale: Locale | PseudoLocale,
  look: (tab: Page, paths: readonly string[]) => Promise<void>,
): Promise<void> {
  for (const { tab, paths } of [{ tab: page, paths: visitors }, ...others]) {
    await choose(tab, locale);
    await look(tab, paths);
  }
}

export async function openScreen(page: Page, { path, heading }: Screen): Promise<void> {
  await page.goto(path);
  // Triggers lazy parts, which load on user input.
  await page.mouse.move(100, 100);
  await untilHydrated(page);
  await expect(page.getByText(/^Loading/).filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: heading }).first()).toBeVisible();
}
