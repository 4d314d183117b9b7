import type { User } from '@parlance/contract/account';
import { ApiError } from '@parlance/contract/errors';
import { beforeEach, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { useSignedIn } from '#session/signed-in';
import { SettingsBannersProvider } from '#settings/section/settings-banners';
import { server } from '#test/browser/network';
import { ownUser, render } from '#test/browser/render';
import { PrivacyPresets } from './privacy-presets';

// Rules: docs/specification/settings.md#presets
let stored: User;
const card = (name: string) => page.getByRole('region', { name, exact: true });
/** Text directly in the focused element would be read as its name and once more as its content. */
const readByFocus = () => document.activeElement?.querySelector(':scope > p')?.textContent;
const live = (text: Locator) => text.element().parentElement?.ariaLive;
const apply = (name: string) => page.getByRole('button', { name: `Apply “${name}”` });
const undo = () => page.getByRole('button', { name: 'Undo' });
const changes = (name: string) =>
  [...card(name).element().querySelectorAll('dl > div')].map(({ children }) =>
    [...children].map(({ textContent }) => textContent),
  );

/** Reads the account again, as another section does after it was saved. */
function ReadAgain() {
  const { session } = useSignedIn().runtime;
  return (
    <button type="button" onClick={() => void session.updateUser()}>
      Read again
    </button>
  );
}

const show = (choices: Partial<User> = {}) => {
  stored = { ...ownUser, ...choices };
  render(
    <SettingsBannersProvider>
      <PrivacyPresets />
      <ReadAgain />
    </SettingsBannersProvider>,
    { user: stored },
  );
  server.answer('getUser', () => stored);
};

beforeEach(() => {
  server.answer('updateUser', ({ payload }) => {
    stored = { ...stored, ...payload };
    return {};
  });
});

test('a preset shows beforehand what it would change, and nothing else', async () => {
  show({ writesToMe: 'known', showsActivity: false });
  await expect.element(apply('Strict')).toBeVisible();
  expect(changes('Strict')).toEqual([
    ['Who may write to me', 'New members ask first → Everybody asks first'],
    ['Who may book me', 'Everybody → People I have written with'],
    ['Show others my name on times that I book', 'Yes → No'],
  ]);
  expect(changes('Open')).toEqual([
    ['Who may write to me', 'New members ask first → Everybody'],
    ['Show others when I am active', 'No → Yes'],
  ]);
  expect(server.payloads('updateUser')).toEqual([]);
});

test('one press applies exactly these options, and Undo restores the values of before', async () => {
  show({ writesToMe: 'known', showsActivity: false });
  await apply('Strict').click();
  await expect.poll(readByFocus).toBe('Applied: Strict. 3 settings were changed.');
  await expect.element(card('Strict').getByText('In use')).toBeVisible();
  await expect
    .poll(() => server.payloads('updateUser'))
    .toEqual([{ writesToMe: 'asking', booksMe: 'met', showsBookings: false }]);
  await undo().click();
  await expect.poll(readByFocus).toBe('Your previous settings are back.');
  await expect
    .poll(() => server.payloads('updateUser')[1])
    .toEqual({
      writesToMe: 'known',
      booksMe: 'everybody',
      showsBookings: true,
    });
  expect(stored).toMatchObject({ writesToMe: 'known', showsActivity: false, showsBookings: true });
  await expect.element(apply('Strict')).toBeVisible();
  await expect.element(undo()).not.toBeInTheDocument();
});

test('what was applied is said once: by the focus, or by the live region where the focus is elsewhere', async () => {
  const saved = Promise.withResolvers<Record<string, never>>();
  show();
  const outcome = page.getByText('Applied: Strict. 4 settings were changed.');
  await apply('Strict').click();
  await expect.poll(readByFocus).toBe('Applied: Strict. 4 settings were changed.');
  expect(live(outcome)).toBe('off');
  expect(page.getByRole('status').elements()).toEqual([]);
  await undo().click();
  const undone = page.getByText('Your previous settings are back.');
  await expect.element(undone).toBeVisible();
  expect(live(undone)).toBe('off');
  server.answer('updateUser', () => saved.promise);
  await apply('Strict').click();
  const elsewhere = page.getByRole('button', { name: 'Read again' });
  (elsewhere.element() as HTMLElement).focus();
  stored = { ...stored, writesToMe: 'asking', booksMe: 'met', showsActivity: false, showsBookings: false };
  saved.resolve({});
  await expect.element(outcome).toBeVisible();
  expect(live(outcome)).toBe('polite');
  await expect.element(elsewhere).toHaveFocus();
  expect(page.getByRole('status').elements()).toEqual([]);
});

test('a second press while it is saved saves nothing twice', async () => {
  const saved = Promise.withResolvers<Record<string, never>>();
  server.answer('updateUser', () => saved.promise);
  show();
  await userEvent.dblClick(apply('Strict'));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Saving...' })).toHaveFocus();
  await expect.poll(() => server.payloads('updateUser')).toHaveLength(1);
  stored = { ...stored, writesToMe: 'asking', booksMe: 'met', showsActivity: false, showsBookings: false };
  saved.resolve({});
  await expect.element(undo()).toBeVisible();
  await userEvent.dblClick(undo());
  await expect.element(page.getByText('Your previous settings are back.')).toBeVisible();
  await expect.poll(() => server.payloads('updateUser')).toHaveLength(2);
});

test('a preset that could not be saved changes nothing and offers no Undo', async () => {
  server.answer('updateUser', () => {
    throw new ApiError('ServerError');
  });
  show();
  await apply('Strict').click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(apply('Strict')).toBeEnabled();
  await expect.element(undo()).not.toBeInTheDocument();
  expect(changes('Strict')).toHaveLength(4);
});

test('Undo is gone once one of the options was changed elsewhere, which it would overwrite', async () => {
  show();
  await apply('Strict').click();
  await expect.element(undo()).toBeVisible();
  stored = { ...stored, booksMe: 'everybody' };
  await page.getByRole('button', { name: 'Read again' }).click();
  await expect.element(apply('Strict')).toBeVisible();
  await expect.element(undo()).not.toBeInTheDocument();
  await expect.element(page.getByText(/^Applied: Strict/)).not.toBeInTheDocument();
});

test('a preset that is in use has no button', async () => {
  show();
  await expect.element(card('Open').getByText('In use')).toBeVisible();
  await expect.element(apply('Open')).not.toBeInTheDocument();
});

test('the second preset after the first one is undone to the first one', async () => {
  show({ booksMe: 'met' });
  await apply('Strict').click();
  await expect.element(page.getByText('Applied: Strict. 3 settings were changed.')).toBeVisible();
  await apply('Open').click();
  await expect.element(page.getByText('Applied: Open. 4 settings were changed.')).toBeVisible();
  await undo().click();
  await expect.element(page.getByText('Your previous settings are back.')).toBeVisible();
  expect(stored).toMatchObject({
    writesToMe: 'asking',
    booksMe: 'met',
    showsActivity: false,
    showsBookings: false,
  });
});
