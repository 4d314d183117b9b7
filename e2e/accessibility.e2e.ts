import { expect, type Page } from '@playwright/test';
import { admitAdmin, journey } from './admins.ts';
import { sendByApi } from './conversations.ts';
import { expectNothingSideways } from './layout.ts';
import { openNewMailbox } from './mailbox.ts';
import { createMember, signIn } from './people.ts';
import { book, hoursAfter, mondayAhead, publish } from './schedule.ts';
import type { ServerProcess } from './server-process.ts';

interface Screen {
  path: string;
  heading: string | RegExp;
}

/** A member with something on every screen, and where those screens are. */
async function furnish(server: ServerProcess) {
  const ana = await createMember(server, 'Ana');
  const ben = await createMember(server, 'Ben');
  const monday = mondayAhead();
  const free = await publish(ben, hoursAfter(monday, 10));
  await book(ana, await publish(ben, hoursAfter(monday, 12)));
  await publish(ana, hoursAfter(monday, 15));
  await sendByApi(ben, ana, ['Hello Ana', 'How are you?']);
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
    { path: '/appointments', heading: /./ },
    { path: '/chats', heading: /./ },
    { path: `/chat/${ben.userId}`, heading: 'Ben' },
  ];
  return { ana, ben, visitors, members };
}

async function open(page: Page, { path, heading }: Screen): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: heading }).first()).toBeVisible();
  await expect(page.getByText('Loading...').filter({ visible: true })).toHaveCount(0);
}

journey(
  'every screen of visitors is accessible, light and dark',
  async ({ page, server, expectAccessibleInBothSchemes }) => {
    journey.slow();
    const { visitors } = await furnish(server);
    for (const screen of visitors) {
      await open(page, screen);
      await expectAccessibleInBothSchemes();
    }
  },
);

journey(
  'every screen of members is accessible, light and dark',
  async ({ page, server, expectAccessibleInBothSchemes }) => {
    journey.slow();
    const { ana, members } = await furnish(server);
    await signIn(page, ana);
    for (const screen of members) {
      await open(page, screen);
      await expectAccessibleInBothSchemes();
    }
  },
);

journey(
  'the screens of admins and of newcomers are accessible, light and dark',
  async ({ page, server, expectAccessibleInBothSchemes }) => {
    journey.slow();
    await signIn(page, { mailbox: await openNewMailbox(server) });
    await open(page, { path: '/onboarding', heading: /./ });
    await expectAccessibleInBothSchemes();

    const admin = await admitAdmin(server);
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await sendByApi(ana, ben, ['rude']);
    const { messages } = await ben.client.calls.listMessages({ userId: ana.userId });
    await ben.client.calls.reportMessage({ chatMessageId: messages[0]?.chatMessageId ?? '' });
    await signIn(page, admin);
    for (const path of ['/admin', '/admin/audit', `/admin/user/${ben.userId}`]) {
      await open(page, { path, heading: /./ });
      await expectAccessibleInBothSchemes();
    }
  },
);

journey('at 200 % zoom nothing is lost and nothing scrolls sideways', async ({ page, server }) => {
  journey.setTimeout(200_000);
  // A window of 1280 × 800 at 200 %.
  await page.setViewportSize({ width: 640, height: 400 });
  const { ana, visitors, members } = await furnish(server);
  const expectNoSidewaysScroll = async (path: string) => {
    await expectNothingSideways(page, path);
  };
  for (const screen of visitors) {
    await open(page, screen);
    await expectNoSidewaysScroll(screen.path);
  }
  await signIn(page, ana);
  for (const screen of members) {
    await open(page, screen);
    await expectNoSidewaysScroll(screen.path);
  }
});

journey('with forced colours the edges and the focus can be seen', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/login');
  const button = page.getByRole('button', { name: 'Send Code' });
  await expect(button).not.toHaveCSS('border-top-width', '0px');
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).not.toHaveCSS('outline-style', 'none');
  await expect(skip).not.toHaveCSS('outline-width', '0px');
});

journey('nothing moves for those who ask for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const moving = await page.evaluate(
    () =>
      [...document.querySelectorAll('*')]
        .map((element) => getComputedStyle(element))
        .filter(
          ({ animationName, transitionDuration }) =>
            animationName !== 'none' ||
            transitionDuration.split(',').some((time) => parseFloat(time) > 0.001),
        ).length,
  );
  expect(moving).toBe(0);
});
