import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#test/browser/render';
import { type Filters, readFilters, toSimple } from './search-filters';
import { SearchForm } from './search-form';

const searched: Filters[] = [];

/** The filters of the address, which the dashboard keeps. */
function Dashboard() {
  const [filters, setFilters] = useState(() => readFilters(new URLSearchParams(), null));
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
