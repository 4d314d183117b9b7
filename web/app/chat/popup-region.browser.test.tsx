import { createStore } from '@parlance/client/store';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#test/browser/render';
import { pass, stopClock } from '#test/browser/surroundings';
import { addPopup, emptyQueue, type PopupQueue, removePopups } from './engine/popups';
import { PopupRegion } from './popup-region';

const queue = () => {
  const store = createStore<PopupQueue>(emptyQueue);
  return {
    getState: store.get,
    subscribe: store.subscribe,
    close: (id: string) => store.set(removePopups(store.get(), (popup) => popup.id === id)),
    add: (id: string) =>
      store.set(
        addPopup(store.get(), {
          id,
          senderUserId: 'ben',
          senderName: 'Ben',
          senderImageUrl: null,
          preview: `Message ${id}`,
        }),
      ),
  };
};
let popups: ReturnType<typeof queue>;
const card = (id: string) => page.getByRole('article').filter({ hasText: `Message ${id}` });
/** React starts the timer after it has drawn the fading. */
const gone = (id: string) =>
  expect
    .poll(async () => {
      await pass(300);
      return card(id).query();
    })
    .toBeNull();
const isFading = (id: string) => card(id).element().className.includes('opacity-0');
/** Advances by less than the popup fades: a poll advances a stopped clock, too, and could find it gone. */
async function fades(id: string) {
  for (let waitedMs = 0; waitedMs < 2000 && !isFading(id); waitedMs += 50) await pass(50);
  expect(isFading(id)).toBe(true);
}

beforeEach(async () => {
  popups = queue();
  stopClock('2026-05-06T07:08:09Z');
  render(
    <>
      <button type="button">Elsewhere</button>
      <PopupRegion popups={popups} />
    </>,
  );
  const elsewhere = page.getByRole('button', { name: 'Elsewhere' });
  await userEvent.hover(elsewhere);
  popups.add('1');
  await expect.element(card('1')).toBeVisible();
});

test('a popup fades after five seconds and is gone 300 ms later', async () => {
  // Waiting for an element lets a stopped clock advance a little.
  await pass(3500);
  expect(isFading('1')).toBe(false);
  await fades('1');
  await gone('1');
});

test('a popup that has begun to fade stays once it is held', async () => {
  await pass(3500);
  await fades('1');
  const close = card('1').getByRole('button', { name: 'Close' }).element() as HTMLElement;
  close.focus();
  await expect.poll(() => isFading('1')).toBe(false);
  await pass(60_000);
  await expect.element(card('1')).toBeVisible();
  close.blur();
  await pass(5000);
  await gone('1');
});

test('a popup with the focus stays; once its neighbour closed with the focus, it goes', async () => {
  popups.add('2');
  await expect.element(card('2')).toBeVisible();
  card('2').getByRole('button', { name: 'Close' }).element().focus();
  await pass(60_000);
  await expect.element(card('1')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(card('2')).not.toBeInTheDocument();
  await pass(5000);
  await gone('1');
});

test('three are shown, the others are counted and follow', async () => {
  for (const id of ['2', '3', '4', '5']) popups.add(id);
  await expect.element(page.getByText('2 more message(s)')).toBeVisible();
  expect(card('4').query()).toBeNull();
  await userEvent.click(card('1').getByRole('button', { name: 'Close' }));
  await expect.element(card('4')).toBeVisible();
  await expect.element(page.getByText('1 more message(s)')).toBeVisible();
});

test('a popup leads to its conversation, and is gone with that', async () => {
  const reply = card('1').getByRole('link', { name: 'Reply to Ben' });
  await expect.element(reply).toHaveAttribute('href', '/chat/ben');
  await expect
    .element(page.getByRole('region', { name: 'New messages' }))
    .toHaveAttribute('aria-live', 'polite');
  await userEvent.click(reply);
  await expect.element(card('1')).not.toBeInTheDocument();
});

test('a popup under the pointer stays, and so does one whose neighbour takes the focus', async () => {
  popups.add('2');
  await expect.element(card('2')).toBeVisible();
  await userEvent.hover(card('1'));
  await pass(60_000);
  // A popup that fades stays in the page until it is drawn.
  expect([isFading('1'), isFading('2')]).toEqual([false, false]);
  const closeOf = (id: string) => card(id).getByRole('button', { name: 'Close' }).element() as HTMLElement;
  closeOf('1').focus();
  await userEvent.hover(page.getByRole('button', { name: 'Elsewhere' }));
  closeOf('2').focus();
  await pass(60_000);
  expect(isFading('1')).toBe(false);
  closeOf('2').blur();
  await pass(5000);
  await gone('1');
});
