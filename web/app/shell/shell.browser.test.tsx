import { useEffect, useRef } from 'react';
import { Link, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { Shell } from './shell';

/** A screen that sets the focus itself. */
function Form() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <>
      <title>Form · Parlance</title>
      <input ref={field} aria-label="First field" />
    </>
  );
}

const show = () =>
  render(
    <Shell>
      <Routes>
        <Route
          path="/dashboard"
          element={
            <>
              <Link to="/plain">Plain</Link>
              <Link to="/form">Form</Link>
              <Link to="/dashboard?page=2">Second page</Link>
            </>
          }
        />
        <Route
          path="/plain"
          element={
            <p>
              <title>Plain screen · Parlance</title>
              <Link to="/form">On</Link>
            </p>
          }
        />
        <Route path="/form" element={<Form />} />
        <Route path="*" element={<p>Another screen</p>} />
      </Routes>
    </Shell>,
    { at: '/dashboard' },
  );
const link = (name: string) => page.getByRole('main').getByRole('link', { name });

beforeEach(() => {
  server.answer('getChatStat', () => ({ unreadMessages: 3, requests: 0 }));
  server.answer('listPhrases', () => ({ phrases: [], count: 0, dueCount: 0 }));
  server.answer('listAppointments', () => ({ count: 0, slots: [] }));
  server.answer('listChats', () => ({ count: 0, chats: [] }));
});
afterEach(() => page.viewport(1280, 800));

test('at 400 % zoom the bar scrolls away, so that it does not cover what has the focus', async () => {
  show();
  const position = () => getComputedStyle(page.getByRole('banner').element()).position;
  await expect.element(page.getByRole('banner')).toBeVisible();
  expect(position()).toBe('sticky');
  await page.viewport(320, 256);
  expect(position()).toBe('static');
});

test('a new screen gets the focus with its name, one that sets it itself keeps it, and another page of it moves nothing', async () => {
  // The page of the test runner has a title of its own, which would be the first.
  document.querySelector('head title')?.remove();
  show();
  await userEvent.click(link('Second page'));
  await expect.element(link('Second page')).toHaveFocus();
  await userEvent.click(link('Plain'));
  await expect.element(page.getByRole('main', { name: 'Plain screen', exact: true })).toHaveFocus();
  await userEvent.click(link('On'));
  await expect.element(page.getByRole('textbox', { name: 'First field' })).toHaveFocus();
  await expect.element(page.getByRole('main')).toHaveAccessibleName('Form');
});

test('the navigation marks the present screen', async () => {
  show();
  const items = page.getByRole('navigation', { name: 'Main' }).or(page.getByRole('banner'));
  const find = items.getByRole('link', { name: 'Find Partners' }).first();
  const upcoming = items.getByRole('link', { name: 'Upcoming Chats' }).first();
  await expect.element(find).toHaveAttribute('aria-current', 'page');
  await userEvent.click(upcoming);
  await expect.element(upcoming).toHaveAttribute('aria-current', 'page');
  await expect.element(find).not.toHaveAttribute('aria-current');
});

test('the menu of a phone makes the page behind inert, and closes by Escape, by a choice and on a wide screen', async () => {
  await page.viewport(390, 844);
  show();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  const opener = page.getByRole('button', { name: /menu/i });
  const isInert = () => document.querySelector('main')?.inert;
  await userEvent.click(opener);
  await expect.element(menu).toBeVisible();
  await expect.poll(isInert).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.poll(isInert).toBe(false);
  await expect.element(menu).not.toBeInTheDocument();
  await userEvent.click(opener);
  await userEvent.click(menu.getByRole('link', { name: 'Settings' }));
  await expect.element(page.getByText('Another screen')).toBeVisible();
  await expect.poll(isInert).toBe(false);
  await userEvent.click(opener);
  await expect.poll(isInert).toBe(true);
  await page.viewport(1280, 800);
  await expect.poll(isInert).toBe(false);
});

// Both sides of each breakpoint between phone, tablet and desktop.
test.each([
  [820, 1180],
  [700, 1024],
  [1023, 1024],
])(
  'a menu that is open at %i px is closed at %i px, where the page can be used, and stays closed',
  async (narrow, wide) => {
    await page.viewport(narrow, 800);
    show();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await userEvent.click(page.getByRole('button', { name: 'Open menu' }));
    await expect.element(menu).toBeVisible();
    expect(document.querySelector('main')?.inert).toBe(true);
    await page.viewport(wide, 800);
    await expect.poll(() => document.querySelector('main')?.inert).toBe(false);
    expect(getComputedStyle(document.body).overflow).not.toBe('hidden');
    await expect.element(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await page.viewport(narrow, 800);
    await expect.element(menu).not.toBeInTheDocument();
  },
);

test('a menu that is open stays open and fills the window as long as it is narrow', async () => {
  await page.viewport(1000, 800);
  show();
  await userEvent.click(page.getByRole('button', { name: 'Open menu' }));
  await page.viewport(600, 800);
  await expect.element(page.getByRole('navigation', { name: 'Menu' })).toHaveStyle({ width: '600px' });
  expect(document.querySelector('main')?.inert).toBe(true);
});
