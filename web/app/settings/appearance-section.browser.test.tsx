import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { lastingKeys } from '#lib/lasting-keys';
import { render } from '#test/browser/render';
import { AppearanceSection } from './appearance-section';

const choice = (name: string) => page.getByRole('radio', { name, exact: true });
const stored = () => localStorage.getItem(lastingKeys.appearance);
const show = () => render(<AppearanceSection heading={{ id: 'appearance', title: 'Appearance' }} />);

afterEach(() => vi.restoreAllMocks());

test('a choice is stored on the device; “System” stores nothing', async () => {
  show();
  await expect.element(choice('System')).toBeChecked();
  await userEvent.click(choice('Dark'));
  await expect.element(choice('Dark')).toBeChecked();
  expect(stored()).toBe('dark');
  choice('Dark').element().focus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(choice('Light')).toBeChecked();
  expect(stored()).toBe('light');
  await userEvent.click(choice('System'));
  await expect.element(choice('System')).toBeChecked();
  expect(stored()).toBeNull();
});

test('a choice of another tab is shown', async () => {
  show();
  await expect.element(choice('System')).toBeChecked();
  localStorage.setItem(lastingKeys.appearance, 'dark');
  // Browsers send it to the other tabs only.
  window.dispatchEvent(new StorageEvent('storage', { key: lastingKeys.appearance }));
  await expect.element(choice('Dark')).toBeChecked();
});

test('a value that this version does not know counts as “System”', async () => {
  localStorage.setItem(lastingKeys.appearance, 'sepia');
  show();
  await expect.element(choice('System')).toBeChecked();
});

test('a browser that stores nothing is named as the reason, until a choice can be stored', async () => {
  show();
  await expect.element(choice('System')).toBeChecked();
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await userEvent.click(choice('Dark'));
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Your browser does not allow this page to store the choice.');
  await expect.element(choice('System')).toBeChecked();
  refused.mockRestore();
  await userEvent.click(choice('Dark'));
  await expect.element(choice('Dark')).toBeChecked();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});
