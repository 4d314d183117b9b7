import { expect, type Page } from '@playwright/test';
import { movingOn } from './accessible.ts';
import { admitAdmin, journey } from './admins.ts';
import { sendByApi } from './conversations.ts';
import { furnish, openScreen, type Screen } from './every-screen.ts';
import { expectNothingSideways } from './layout.ts';
import { openNewMailbox } from './mailbox.ts';
import { createMember, createPartner, signIn } from './people.ts';
import { furnishProgramme } from './programme-screens.ts';

const desktop = { width: 1280, height: 800 };
/** Zoom of 200 %, and of 400 %, where the content has to fit the width. */
const zoomed = [
  { width: 640, height: 400 },
  { width: 320, height: 256 },
];

async function expectNothingSidewaysZoomed(page: Page, { path }: Screen): Promise<void> {
  for (const view of zoomed) {
    await page.setViewportSize(view);
    await expectNothingSideways(page, `${path} at ${view.width}`);
  }
  await page.setViewportSize(desktop);
}

journey(
  'every screen of visitors is accessible, light and dark, scrolls nowhere sideways at 200 % and 400 % zoom, and stands still for those who ask for that',
  async ({ page, server, expectAccessibleInBothSchemes }) => {
    journey.slow();
    const { visitors } = await furnish(server);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const screen of visitors) {
      await openScreen(page, screen);
      expect(await movingOn(page), screen.path).toBe(0);
      await expectAccessibleInBothSchemes();
      await expectNothingSidewaysZoomed(page, screen);
    }
  },
);

journey(
  'every screen of members is accessible, light and dark, scrolls nowhere sideways when zoomed, and stands still for those who ask for that',
  async ({ page, server, expectAccessibleInBothSchemes }) => {
    journey.slow();
    const { ana, members } = await furnish(server);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signIn(page, ana);
    for (const screen of members) {
      await openScreen(page, screen);
      expect(await movingOn(page), screen.path).toBe(0);
      await expectAccessibleInBothSchemes();
      await expectNothingSidewaysZoomed(page, screen);
    }
  },
);

journey(
  'the screens of admins and of newcomers are accessible, light and dark',
  async ({ page, server, expectAccessibleInBothSchemes }) => {
    journey.slow();
    await signIn(page, { mailbox: await openNewMailbox(server) });
    await openScreen(page, { path: '/onboarding', heading: /./ });
    await expectAccessibleInBothSchemes();

    const admin = await admitAdmin(server);
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await sendByApi(ana, ben, ['rude']);
    const { messages } = await ben.client.calls.listMessages({ userId: ana.userId });
    await ben.client.calls.reportMessage({ chatMessageId: messages[0]?.chatMessageId ?? '' });
    await signIn(page, admin);
    const { reports } = await admin.client.calls.listReports({});
    const report = `/admin/report/${reports[0]?.reportId}`;
    for (const path of ['/admin', '/admin/audit', report, `/admin/user/${ben.userId}`]) {
      await openScreen(page, { path, heading: /./ });
      await expectAccessibleInBothSchemes();
    }
  },
);

journey(
  'requests, groups of settings, past sessions and the privacy page are accessible, zoomed and without motion, too',
  async ({ page, server, expectAccessibleInBothSchemes }) => {
    journey.slow();
    const [ana, ben] = [await createMember(server, 'Ana'), await createPartner(server, 'Ben')];
    await sendByApi(ben, ana, ['Look at https://ben.example/me or write to ben.b@mail.example']);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signIn(page, ana);
    const groups = ['account', 'availability', 'privacy', 'interface'];
    for (const screen of [
      { path: '/requests', heading: /^Requests/ },
      { path: `/requests/${ben.userId}`, heading: 'Ben' },
      ...groups.map((group) => ({ path: `/settings/${group}`, heading: 'Settings' })),
      { path: '/appointments?show=past', heading: /./ },
      { path: '/privacy', heading: /./ },
    ]) {
      await openScreen(page, screen);
      expect(await movingOn(page), screen.path).toBe(0);
      await expectAccessibleInBothSchemes();
      await expectNothingSidewaysZoomed(page, screen);
    }
  },
);

journey(
  'the screens of a programme are accessible to students, coordinators and admins, zoomed and without motion, too',
  async ({ page, server, expectAccessibleInBothSchemes }) => {
    journey.slow();
    const admin = await admitAdmin(server);
    const programme = await furnishProgramme(server, admin);
    const look = async (screens: Screen[]) => {
      for (const screen of screens) {
        await openScreen(page, screen);
        expect(await movingOn(page), screen.path).toBe(0);
        await expectAccessibleInBothSchemes();
        await expectNothingSidewaysZoomed(page, screen);
      }
    };
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signIn(page, programme.guest);
    await look([programme.joining]);
    await programme.publish();
    await signIn(page, programme.ana);
    await look(programme.students);
    await signIn(page, programme.coordinator);
    await look(programme.coordinators);
    await signIn(page, admin);
    await look([{ path: '/admin/programmes', heading: /./ }]);
  },
);

journey('with forced colours edges, focus and what is chosen can be seen', async ({ page, server }) => {
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

  // Forced colours remove backgrounds and draw transparent borders around every link.
  const ana = await createMember(server, 'Ana');
  await signIn(page, ana, '/settings/goal');
  const links = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
  await expect(links.filter({ hasText: 'Languages and goal' })).toHaveCSS('border-top-width', '3px');
  await expect(links.filter({ hasText: 'Profile' })).not.toHaveCSS('border-top-width', '3px');
});
