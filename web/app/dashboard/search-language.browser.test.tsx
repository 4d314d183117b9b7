import type { LanguageCode } from '@parlance/contract/languages';
import { useState } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server.browser';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Field } from '#ui/field';
import { SearchLanguage } from './search-language';

function Filter() {
  const [value, setValue] = useState<LanguageCode | null>(null);
  return (
    <>
      <Field label="Language">
        <SearchLanguage value={value} onValueChange={setValue} />
      </Field>
      <button type="button">Search</button>
    </>
  );
}

let place: HTMLElement;
let root: Root | null = null;
const hydrate = () => {
  root = hydrateRoot(place, <Filter />);
};
const select = () => place.querySelector('select');
const list = () => page.getByRole('listbox');

beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = renderToString(<Filter />);
});
afterEach(() => root?.unmount());

/** Hydration and its effects are over once the plain button has its React handlers. */
const hydrated = () =>
  expect.poll(() => Object.keys(place.querySelector('button') ?? {}).length).toBeGreaterThan(0);

test('a select that has the focus before hydration keeps it, and its choice', async () => {
  const before = select();
  before?.focus();
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Language' }), 'da');
  hydrate();
  await hydrated();
  expect(select()).toBe(before);
  expect(document.activeElement).toBe(before);
  await userEvent.tab();
  await expect.poll(select).toBeNull();
});

test('without the focus it is replaced at once by a field whose list is closed', async () => {
  hydrate();
  await expect.poll(select).toBeNull();
  // The first use of the page loads the list.
  await userEvent.click(page.getByRole('button', { name: 'Search' }));
  await expect
    .element(page.getByRole('combobox', { name: 'Language' }))
    .toHaveAttribute('aria-expanded', 'false');
  await expect.element(list()).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Search' })).toHaveFocus();
});

const field = () => page.getByLabelText('Language');

test('what is typed before the list has loaded filters it, and stays in the field with the focus', async () => {
  hydrate();
  await expect.poll(select).toBeNull();
  (field().element() as HTMLElement).focus();
  await userEvent.keyboard('Germ');
  await expect.element(page.getByRole('option', { name: /German/ })).toBeVisible();
  await expect.element(field()).toHaveValue('Germ');
  await expect.element(field()).toHaveFocus();
  expect(page.getByRole('option', { name: /French/ }).query()).toBeNull();
});

test('a composition is not interrupted by the list that has loaded, and its text is kept', async () => {
  hydrate();
  await expect.poll(select).toBeNull();
  const before = field().element() as HTMLInputElement;
  before.focus();
  before.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
  before.setRangeText('Japan', 0, 0, 'end');
  before.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }));
  await import('#languages/language-picker');
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  expect(field().element()).toBe(before);
  before.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: 'Japan' }));
  await expect.element(page.getByRole('option', { name: /Japanese/ })).toBeVisible();
  await expect.element(field()).toHaveValue('Japan');
  await expect.element(field()).toHaveFocus();
});
