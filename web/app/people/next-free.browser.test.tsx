import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#test/browser/render';
import { pass, setZone, stopClock } from '#test/browser/surroundings';
import { NextFree } from './next-free';

const now = '2026-05-13T12:00:00Z';
const text = (words: RegExp) => page.getByText(words);

// Rules: docs/specification/people.md#search-screen
test.each([
  ['Asia/Kathmandu', '2026-05-13T18:30:00Z', /^Next free: Thu 12:15/],
  ['America/St_Johns', '2026-05-14T02:00:00Z', /^Next free: Wed 11:30/],
  // Within six days the weekday is enough; from then on it could be that of this week.
  ['UTC', '2026-05-19T11:59:00Z', /^Next free: Tue 11:59/],
  ['UTC', '2026-05-19T12:05:00Z', /^Next free: May 19 12:05/],
])('the next free time is that of the clock in %s: %s', async (zone, at, words) => {
  await setZone(zone);
  stopClock(now);
  render(<NextFree at={new Date(at)} />);
  await expect.element(text(words)).toBeVisible();
});

test('it goes when the time has come', async () => {
  await setZone('UTC');
  stopClock(now);
  render(<NextFree at={new Date('2026-05-13T12:10:00Z')} />);
  await expect.element(text(/^Next free/)).toBeVisible();
  await pass(9 * 60_000);
  await expect.element(text(/^Next free/)).toBeVisible();
  // Each minute sets the timer of the next.
  await expect
    .poll(async () => {
      await pass(60_000);
      return text(/^Next free/).query();
    })
    .toBeNull();
});

test('a person without a free time has none', async () => {
  render(
    <>
      <NextFree at={null} />
      <p>End</p>
    </>,
  );
  await expect.element(text(/^End$/)).toBeVisible();
  expect(text(/^Next free/).query()).toBeNull();
});
