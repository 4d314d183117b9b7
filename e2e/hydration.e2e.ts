import { offeredLocales } from '@parlance/words/locales';
import { expect } from '@playwright/test';
import { createPeople } from './community.ts';
import { untilHydrated, watchRequests } from './hydration.ts';
import { journey } from './journey.ts';
import { createMember, signIn } from './people.ts';

// Server and client must render the same: React reports any difference as an error, which fails a journey.

journey.describe('far from the server', () => {
  // A day ahead of UTC for half of each day.
  journey.use({ timezoneId: 'Pacific/Kiritimati', locale: 'de-DE' });

  journey('pages are hydrated without a difference in every language', async ({ page, server }) => {
    journey.slow();
    const [ida] = await createPeople(server, [
      {
        name: 'Ñida 👩🏽‍🚀',
        description: `${'नमस्ते 👨‍👩‍👧‍👦 '.repeat(30)}`,
        speaks: ['da', 'zh', 'ar', 'he', 'sw'],
        learns: { ja: 0.4, pt: 0.2, uk: 1 },
        timeZone: 'America/Argentina/Buenos_Aires',
      },
    ]);
    for (const locale of offeredLocales) {
      for (const path of ['/features', '/dashboard', '/dashboard?advanced=true', `/profile/${ida?.userId}`]) {
        await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${locale}`, { waitUntil: 'commit' });
        const heading = await page.getByRole('heading', { level: 1 }).elementHandle();
        await untilHydrated(page);
        await expect(page.locator('html')).toHaveAttribute('lang', locale);
        // After a mismatch React replaces the document's elements.
        expect(await heading?.evaluate((element) => element.isConnected), `${path} in ${locale}`).toBe(true);
      }
    }
  });
});

journey(
  'a returning member never sees the visitor rendering, and asks for everything once',
  async ({ page, server }) => {
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    // Not on the dashboard, whose own search would be counted.
    await signIn(page, ana, '/appointments');
    await page.addInitScript(() => {
      // Samples every frame until the app is hydrated.
      const seen = new Set<string>();
      Object.assign(window, { seen });
      const look = () => {
        for (const link of document.querySelectorAll('header nav a')) {
          const { visibility } = getComputedStyle(link);
          if (visibility === 'visible' && link.checkVisibility()) seen.add(link.textContent ?? '');
        }
        const card = document.querySelector('[data-for-visitors] li');
        if (card?.checkVisibility()) seen.add('a card for visitors');
        requestAnimationFrame(look);
      };
      look();
    });
    const asked = watchRequests(page);
    const times = (path: string) => asked().filter((each) => each === path).length;
    await page.goto('/dashboard');
    await expect(page.getByRole('link', { name: 'Upcoming Chats' })).toBeVisible();
    await expect.poll(() => times('/v1/user/search')).toBe(1);
    const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
    expect(seen).not.toContain('Sign Up');
    expect(seen).not.toContain('a card for visitors');

    await page.goto(`/profile/${ben.userId}`);
    await expect(page.getByRole('heading', { name: 'Ben', level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: 'More' })).toBeVisible();
    await expect(page.getByText('No availability has been set up')).toBeVisible();
    expect(times('/v1/user/search')).toBe(1);
    expect(times(`/v1/user/${ben.userId}/profile`)).toBe(1);
    expect(times(`/v1/user/${ben.userId}/schedule`)).toBe(1);
  },
);

journey('concurrent renders share no state', async ({ page, server }) => {
  const names = ['Quirin', 'Ruprecht', 'Sieglinde', 'Thusnelda'];
  const people = await createPeople(
    server,
    names.map((name) => ({ name, description: `I am ${name}.`, speaks: ['da'], learns: { ka: 0.4 } })),
  );
  const htmlOf = async (path: string) => (await page.request.get(path)).text();
  const [found, ...profiles] = await Promise.all([
    htmlOf('/dashboard?languageCode=ka&type=learners'),
    ...people.map(({ userId }) => htmlOf(`/profile/${userId}?lang=fr`)),
  ]);
  expect(names.filter((name) => found.includes(`I am ${name}.`))).toEqual(names);
  for (const [place, html] of profiles.entries()) {
    expect(names.filter((name) => html.includes(name))).toEqual([names[place]]);
    expect(html).toContain('<html lang="fr"');
  }
  // A stale rendering must not be served after a change.
  const [quirin] = people;
  await quirin?.client.calls.updateUser({ description: 'I have changed.' });
  const changed = await htmlOf(`/profile/${quirin?.userId}?lang=fr`);
  expect(changed).toContain('I have changed.');
  expect(changed).not.toContain('I am Quirin.');
});
