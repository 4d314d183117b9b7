import type { User } from '@parlance/contract/account';
import { useState } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server.browser';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { provisionalSession, type Session, SessionContext } from '#session/session-context';
import { render } from '#test/browser/render';
import { type Filters, readFilters, toSimple } from './search-filters';
import { SearchForm } from './search-form';

const searched: Filters[] = [];

/** The filters of the address, which the dashboard keeps. */
function Dashboard({ search = '' }: { search?: string }) {
  const [filters, setFilters] = useState(() => readFilters(new URLSearchParams(search), null));
  return (
    <SearchForm
      filters={filters}
      onSearch={(found) => {
        searched.push(found);
        setFilters(found);
      }}
      onToggleAdvanced={() =>
        setFilters(filters.advanced ? toSimple(filters) : { ...filters, advanced: true })
      }
    />
  );
}

test('choices that were not searched for stay when the advanced options open and close', async () => {
  render(<Dashboard />);
  const kind = page.getByRole('combobox', { name: "I'm looking for" });
  await expect.element(kind).toHaveValue('learners');
  await userEvent.selectOptions(kind, 'natives');
  await userEvent.click(page.getByRole('button', { name: 'Advanced Search Options' }));
  await expect.element(page.getByRole('searchbox', { name: 'Name' })).toBeVisible();
  await expect.element(kind).toHaveValue('natives');
  await userEvent.click(page.getByRole('button', { name: 'Simple Search' }));
  await expect.element(kind).toHaveValue('natives');
  await userEvent.click(page.getByRole('button', { name: 'Search', exact: true }));
  await expect.poll(() => searched.at(-1)?.learning).toBe(false);
});

test.each([1, 5, 30])('an address with %i days shows them, and searches for them', async (days) => {
  render(<Dashboard search={`freeWithinDays=${days}&activeWithinDays=${days}`} />);
  await expect.element(page.getByRole('combobox', { name: 'Free to talk' })).toHaveValue(String(days));
  await expect.element(page.getByRole('combobox', { name: 'Last active' })).toHaveValue(String(days));
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Last active' }), 'Past 7 days');
  await userEvent.click(page.getByRole('button', { name: 'Search', exact: true }));
  await expect.poll(() => searched.at(-1)).toMatchObject({ freeWithinDays: days, activeWithinDays: 7 });
});

test('visitors cannot choose saved people', async () => {
  render(<Dashboard search="advanced=true" />, { isVisitor: true });
  await expect.element(page.getByRole('combobox', { name: 'Free to talk' })).toBeVisible();
  expect(savedBox().query()).toBeNull();
});

const savedBox = () => page.getByRole('checkbox', { name: 'Only people I saved' });
let root: Root | null = null;
afterEach(() => {
  root?.unmount();
  root = null;
});

/** The page as the server renders it, for visitors, and then with the session of a member. */
function Hydrated({ session, search }: { session: Session; search: string }) {
  return (
    <SessionContext value={session}>
      <Dashboard search={search} />
    </SessionContext>
  );
}

test('an address with saved people keeps the choice when the page of visitors is hydrated for a member', async () => {
  const search = 'saved=true&languageCode=&query=Ben';
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = renderToString(<Hydrated session={provisionalSession} search={search} />);
  expect(savedBox().query()).toBeNull();
  // Typed before the scripts ran.
  await userEvent.fill(page.getByRole('searchbox', { name: 'Name' }), 'Benno');
  root = hydrateRoot(place, <Hydrated session={provisionalSession} search={search} />);
  // Hydration is over once the form has its React handlers.
  await expect
    .poll(() => Object.keys(place.querySelector('form') ?? {}).some((key) => key.startsWith('__reactProps')))
    .toBe(true);
  const member: Session = { ...provisionalSession, loading: false, user: { name: 'Ada' } as User };
  root.render(<Hydrated session={member} search={search} />);
  await expect.element(savedBox()).toBeChecked();
  await expect.element(page.getByRole('searchbox', { name: 'Name' })).toHaveValue('Benno');
  await userEvent.click(page.getByRole('button', { name: 'Search', exact: true }));
  await expect.poll(() => searched.at(-1)).toMatchObject({ saved: true, query: 'Benno' });
  await savedBox().click();
  await userEvent.click(page.getByRole('button', { name: 'Search', exact: true }));
  await expect.poll(() => searched.at(-1)).toMatchObject({ saved: false });
});

test('levels leave a range, and a name is searched without spaces around it', async () => {
  searched.length = 0;
  render(<Dashboard />);
  await userEvent.click(page.getByRole('button', { name: 'Advanced Search Options' }));
  const toggle = page.getByRole('button', { name: 'Simple Search' });
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'true');
  const least = page.getByRole('combobox', { name: 'Min Proficiency' });
  const most = page.getByRole('combobox', { name: 'Max Proficiency' });
  const offered = (list: typeof least) =>
    [...list.element().querySelectorAll('option')].map(({ disabled }) => !disabled);
  expect(offered(most)).not.toContain(false);
  const [, , second] = least.element().querySelectorAll('option');
  await userEvent.selectOptions(least, second?.textContent ?? '');
  // The same level is a range, one below it is none.
  await expect.poll(() => offered(most).slice(0, 3)).toEqual([true, false, true]);
  await userEvent.fill(page.getByRole('searchbox', { name: 'Name' }), '  Ada ');
  await userEvent.click(page.getByRole('button', { name: 'Search', exact: true }));
  await expect.poll(() => searched.at(-1)).toMatchObject({ query: 'Ada', offset: 0, advanced: true });
});

test('levels and days of an address stand in their order, also those that are not offered', async () => {
  render(<Dashboard search="minProf=0.35&maxProf=0.6&freeWithinDays=5" />);
  const least = page.getByRole('combobox', { name: 'Min Proficiency' });
  await expect.element(least).toHaveValue('0.35');
  const options = (list: typeof least) => [...list.element().querySelectorAll('option')];
  expect(options(least).at(-1)?.textContent).toBe('35%');
  // A minimum at or above the maximum would match no people.
  const offered = options(least).filter(({ disabled, value }) => !disabled && value !== '');
  expect(offered.map(({ value }) => Number(value)).every((value) => value < 0.6)).toBe(true);
  expect(options(least).some(({ disabled }) => disabled)).toBe(true);
  expect(options(page.getByRole('combobox', { name: 'Free to talk' })).map(({ value }) => value)).toEqual([
    '',
    '1',
    '3',
    '5',
    '7',
    '14',
    '30',
  ]);
});

test('a type drops the levels and says whether the language is learned, and the other way round', async () => {
  searched.length = 0;
  render(<Dashboard search="minProf=0.4&type=learners" />);
  const kind = page.getByRole('combobox', { name: "I'm looking for" });
  const learning = page.getByRole('checkbox', { name: 'Learning this language' });
  await expect.element(learning).toBeChecked();
  await userEvent.selectOptions(kind, 'natives');
  await expect.element(learning).not.toBeChecked();
  await expect.element(page.getByRole('combobox', { name: 'Min Proficiency' })).toHaveValue('');
  await userEvent.click(learning);
  await expect.element(kind).toHaveValue('learners');
});
