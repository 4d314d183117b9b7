import { t } from '@parlance/words/current';
import { useLocation } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { storeAppearance } from '#lib/appearance';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { trustedStanding } from '#test/browser/samples';
import { pass, setLanguage, stopClock } from '#test/browser/surroundings';
import { optionTexts } from './options/option-texts';
import Settings from './settings';

// Rules: docs/specification/settings.md
const createdAt = new Date('2026-01-02T03:04:05.000Z');
const deviceId = '00000000-0000-7000-8000-0000000000d1';
let pushDevices: string[];

const search = () => page.getByRole('searchbox', { name: 'Search settings' });
const results = () => page.getByRole('list', { name: 'Found settings' });
const groups = () => page.getByRole('navigation', { name: 'Settings' }).getByRole('link');

beforeEach(() => {
  pushDevices = [deviceId];
  server.answer('listSessions', () => ({
    count: 1,
    sessions: [
      { userSessionId: deviceId, userAgent: 'Firefox', current: true, createdAt, lastUsedAt: createdAt },
    ],
  }));
  const account = { rpId: 'parlance.test', userHandle: null, name: 'ada@example.org', displayName: 'Ada' };
  server.answer('listPasskeys', () => ({ passkeys: [], account }));
  server.answer('listOwnLanguages', () => ({ languages: [] }));
  server.answer('getWeeklyHours', () => ({
    timeZone: 'Asia/Kathmandu',
    rules: [],
    minNoticeHours: 0,
    bufferMinutes: 0,
    weeksAhead: 4,
    isFull: false,
  }));
  server.answer('listOwnSlots', () => ({ count: 0, slots: [] }));
  server.answer('listBusyTimes', () => ({ ranges: [] }));
  server.answer('listBusyCalendars', () => ({ isOffered: true, calendars: [] }));
  server.answer('getPreference', ({ params: { name = '' } }) => ({
    name,
    value: name === 'push-quiet' ? '22:00-07:00' : true,
  }));
  server.answer('getPush', () => ({
    publicKey: 'key',
    devices: pushDevices.map((pushDeviceId) => ({
      pushDeviceId,
      current: true,
      service: 'push.example.org',
      userAgent: 'Firefox',
      createdAt,
      lastSentAt: null,
    })),
  }));
  server.answer('getStanding', () => trustedStanding);
});

function Screen() {
  const [, , section] = useLocation().pathname.split('/');
  return <Settings params={{ section }} />;
}
const everything = {
  googleClientId: 'client',
  oidcName: 'Example University',
  passkeyOrigin: location.origin,
};
/** Shows the settings and waits for the parts that load on use. */
async function show(at = '/settings') {
  const shown = render(<Screen />, { at, staticData: everything });
  await page.getByRole('searchbox').click();
  await expect.poll(() => server.params('listBusyCalendars')).toHaveLength(1);
  await expect.poll(() => document.querySelector('[data-option="privacy-presets"] button')).not.toBeNull();
  return shown;
}

describe('the screen', () => {
  test('has seven groups, and an address for each', async () => {
    await show('/settings/privacy');
    await expect.element(page.getByRole('heading', { level: 2, name: 'Privacy' })).toBeVisible();
    await expect
      .poll(() =>
        groups()
          .elements()
          .map(({ textContent }) => textContent),
      )
      .toEqual([
        'All settings',
        'Account',
        'Profile',
        'Languages and goal',
        'Availability',
        'Notifications',
        'Privacy',
        'Interface',
      ]);
    await expect.element(page.getByRole('heading', { level: 2, name: 'Account' })).not.toBeInTheDocument();
  });

  test('leads an address of a section from before the groups to its group', async () => {
    await show('/settings/goal');
    await expect.element(page.getByRole('heading', { level: 2, name: 'Languages and goal' })).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 3, name: 'Daily goal' })).toBeInViewport();
  });

  test('marks the group of the address, or the one that is read; its links keep the week of the calendar', async () => {
    const current = () =>
      groups()
        .elements()
        .filter((link) => link.hasAttribute('aria-current'))
        .map((link) => [link.textContent, link.getAttribute('aria-current')]);
    const { router } = await show('/settings/privacy?from=2026-05-04');
    expect(current()).toEqual([['Privacy', 'page']]);
    await groups().getByText('Notifications', { exact: true }).click();
    await expect.poll(current).toEqual([['Notifications', 'page']]);
    expect(router.state.location).toMatchObject({
      pathname: '/settings/notices',
      search: '?from=2026-05-04',
    });
    await groups().getByText('All settings', { exact: true }).click();
    await expect.poll(current).toEqual([['Account', 'location']]);
    await router.navigate('/settings#goal');
    await expect.poll(current).toEqual([['Languages and goal', 'location']]);
    // What the page scrolls by itself counts for nothing, what the member scrolls does.
    window.scrollTo(0, document.documentElement.scrollHeight);
    window.dispatchEvent(new Event('scroll'));
    await expect.poll(() => window.scrollY).toBeGreaterThan(0);
    expect(current()).toEqual([['Languages and goal', 'location']]);
    window.dispatchEvent(new WheelEvent('wheel'));
    window.scrollTo(0, document.documentElement.scrollHeight);
    window.dispatchEvent(new Event('scroll'));
    await expect.poll(current).toEqual([['Interface', 'location']]);
    // A press counts more than what was read before it.
    await groups().getByText('All settings', { exact: true }).click();
    await expect.poll(current).toEqual([['Account', 'location']]);
  });
  test('leads an address of no group to all settings', async () => {
    const { router } = await show('/settings/none');
    await expect.poll(() => router.state.location.pathname).toBe('/settings');
  });
  test('has a place for every option, and no control outside one', async () => {
    await show();
    const placed = () =>
      new Set([...document.querySelectorAll<HTMLElement>('[data-option]')].map((one) => one.dataset.option));
    await expect.poll(() => Object.keys(optionTexts).filter((id) => !placed().has(id))).toEqual([]);
    const controls = document.querySelectorAll('main input, input, select, textarea, button');
    const stray = [...controls].filter(
      (control) =>
        !control.closest('[data-option], search') &&
        !['Save Changes', 'Try it'].includes(control.textContent) &&
        !control.closest('[aria-label="Announcements"]'),
    );
    expect(stray.map((control) => control.outerHTML.slice(0, 120))).toEqual([]);
  });

  test.each(['en', 'ar'] as const)('shows a result at the edge of the sections (%s)', async (locale) => {
    if (locale !== 'en') await setLanguage(locale);
    server.answer('updateUser', () => ({}));
    await show('/settings/privacy');
    await page.getByRole('radio').nth(1).click();
    await page
      .getByRole('button', { name: t('Save Changes') })
      .first()
      .click();
    const result = page.getByText(t('Your choices were saved'));
    await expect.element(result).toBeVisible();
    const startOf = (element: Element | null | undefined) => {
      const { x, width } = element?.getBoundingClientRect() ?? new DOMRect();
      return locale === 'ar' ? x + width : x;
    };
    const section = document.querySelector('#contact');
    expect(startOf(result.element().closest('[role="status"]'))).toBeCloseTo(startOf(section), 0);
  });
});

describe('the search', () => {
  test.each([
    ['night', 'Appearance', '/settings/interface#colour-scheme', 'System'],
    ['avatar', 'Profile picture', '/settings/profile#picture', 'Choose picture'],
    ['password', 'Passkeys', '/settings/account#passkeys', 'Add a passkey'],
    ['last seen', 'Show others when I am active', '/settings/privacy#shows-activity', 'Show others'],
  ])('finds by "%s" the option "%s", which takes the focus', async (typed, label, address, control) => {
    const { router } = await show();
    await search().fill(typed);
    await results()
      .getByRole('link', { name: new RegExp(`^${label}`) })
      .click();
    const focused = () => document.activeElement?.closest('label, button')?.textContent;
    await expect.poll(focused).toContain(control);
    const { pathname, hash } = router.state.location;
    expect(pathname + hash).toBe(address);
    await expect.element(search()).toHaveValue('');
    // The file input itself is hidden behind its label.
    const found = document.querySelector('[data-found]') ?? document.body;
    await expect.element(page.elementLocator(found)).toBeInViewport();
    expect(found.contains(document.activeElement)).toBe(true);
  });

  test('moves the focus to the radio button that is chosen, not to the first', async () => {
    await show();
    storeAppearance('dark');
    await search().fill('night');
    await results()
      .getByRole('link', { name: /^Appearance/ })
      .click();
    await expect.element(page.getByRole('radio', { name: 'Dark' })).toHaveFocus();
  });

  test('names a result by its label, place and effect, with spaces between', async () => {
    await show();
    await search().fill('night');
    await expect
      .element(results().getByRole('link', { name: /^Appearance Interface Applies to this device only\./ }))
      .toBeVisible();
  });

  test('shows no other group on the way to a result, whose live regions would be read', async () => {
    await show();
    await search().fill('dark mode');
    await expect.element(results()).toBeVisible();
    const availability = document.getElementById('availability') as HTMLElement;
    const changes: MutationRecord[] = [];
    const watch = new MutationObserver((records) => changes.push(...records));
    watch.observe(availability, { attributeFilter: ['hidden'] });
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(page.getByRole('radio', { name: 'System' })).toHaveFocus();
    changes.push(...watch.takeRecords());
    watch.disconnect();
    expect(availability.hidden).toBe(true);
    expect(changes).toEqual([]);
  });

  test('ends when another group is opened beside it', async () => {
    await show();
    await search().fill('night');
    await expect.element(results()).toBeVisible();
    await groups().getByText('Privacy', { exact: true }).click();
    await expect.element(search()).toHaveValue('');
    await expect.element(page.getByRole('heading', { level: 2, name: 'Privacy' })).toBeVisible();
  });

  test('works by keyboard from any group, and the next key removes the mark', async () => {
    await show('/settings/account');
    await search().fill('hide my name');
    await expect.element(results().getByRole('link')).toBeVisible();
    await userEvent.keyboard('{Tab}{Enter}');
    const box = page.getByRole('checkbox', { name: /^Show others my name/ });
    await expect.element(box).toHaveFocus();
    expect(document.querySelectorAll('[data-found]')).toHaveLength(1);
    await userEvent.keyboard('{Tab}');
    expect(document.querySelectorAll('[data-found]')).toHaveLength(0);
  });

  test('opens the first setting found with Enter', async () => {
    const { router } = await show();
    await search().fill('dark mode');
    await expect.element(results()).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => router.state.location.hash).toBe('#colour-scheme');
    await expect.element(page.getByRole('radio', { name: 'System' })).toHaveFocus();
  });

  test('leaves Enter to an input method, also the one that Safari sends after the composition', async () => {
    const { router } = await show();
    await search().fill('dark mode');
    await expect.element(results()).toBeVisible();
    const enter = { key: 'Enter', bubbles: true, cancelable: true };
    for (const ofInputMethod of [{ isComposing: true }, { keyCode: 229 }])
      search()
        .element()
        .dispatchEvent(new KeyboardEvent('keydown', { ...enter, ...ofInputMethod }));
    await expect.element(results()).toBeVisible();
    expect(router.state.location.hash).toBe('');
    search().element().dispatchEvent(new KeyboardEvent('keydown', enter));
    await expect.poll(() => router.state.location.hash).toBe('#colour-scheme');
  });

  test('shows the option by which another one appears', async () => {
    pushDevices = [];
    stopClock(new Date('2026-05-06T07:08:09.000Z'));
    await show();
    await search().fill('do not disturb');
    await results()
      .getByRole('link', { name: /^Quiet hours/ })
      .click();
    await expect.element(page.getByRole('heading', { level: 3, name: 'On this device' })).toBeVisible();
    await pass(3000);
    const place = () => document.activeElement?.closest<HTMLElement>('[data-option]')?.dataset.option;
    await expect.poll(place).toBe('device-notices');
  });

  test('leaves the focus where a member is by then who used the page while an option was awaited', async () => {
    pushDevices = [];
    stopClock(new Date('2026-05-06T07:08:09.000Z'));
    await show();
    await search().fill('do not disturb');
    await results()
      .getByRole('link', { name: /^Quiet hours/ })
      .click();
    await expect.element(page.getByRole('heading', { level: 3, name: 'On this device' })).toBeVisible();
    (groups().first().element() as HTMLElement).focus();
    await userEvent.keyboard('{Shift}');
    await pass(3000);
    await expect.element(groups().first()).toHaveFocus();
  });
  test('keeps the week of the calendar on the way to a result, and shows no button to leave meanwhile', async () => {
    const { router } = await show('/settings/availability?from=2026-05-04');
    await expect.element(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await search().fill('dark mode');
    await expect.element(results()).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Logout' })).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => router.state.location.hash).toBe('#colour-scheme');
    expect(router.state.location.search).toBe('?from=2026-05-04');
  });
  test('says that nothing was found, and hides no input for good', async () => {
    await show();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada L.');
    await search().fill('zebra crossing');
    await expect.element(page.getByText('No setting contains these words.')).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 2 })).not.toBeInTheDocument();
    expect(results().getByRole('link').elements()).toEqual([]);
    await search().fill(' ');
    await expect.element(page.getByText('No setting contains these words.')).not.toBeInTheDocument();
    await expect.element(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Ada L.');
  });

  test('announces how many it found', async () => {
    await show();
    await search().fill('avatar');
    const count = page.getByText('1 setting found');
    await expect.element(count).toHaveRole('status');
    // A live region that is inserted with its text is not always read.
    const region = count.element();
    await search().fill('');
    await expect.element(region).toBeEmptyDOMElement();
    await expect.element(results()).not.toBeInTheDocument();
    await search().fill('dark mode');
    await expect.element(region).toHaveTextContent('1 setting found');
  });

  test('takes the words of the page’s language', async () => {
    await setLanguage('de');
    await show();
    await page.getByRole('searchbox').fill('kundigen');
    await page
      .getByRole('list')
      .getByRole('link', { name: /^Konto löschen/ })
      .click();
    await expect.element(page.getByRole('button', { name: 'Konto löschen' })).toHaveFocus();
  });
});
