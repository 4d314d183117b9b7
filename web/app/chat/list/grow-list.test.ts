import type { Calls } from '@parlance/client/http';
import { NetworkError } from '@parlance/client/network-error';
import { ApiError } from '@parlance/contract/errors';
import { InfiniteQueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { chatListQuery, chatListsKey } from '#chat/engine/chat-queries';
import { createQueryClient } from '#lib/query-client';
import { me } from '#test/chat-samples';
import { growList } from './grow-list';

interface Asked {
  offset: number;
  answer(): void;
  refuse(error: Error): void;
}

/** A list of 25 on the screen, and a server that answers on request. */
async function createScene() {
  const asked: Asked[] = [];
  const listChats = ({ limit = 0, offset = 0 }, { signal }: { signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      const chats = Array.from({ length: Math.min(limit, 25 - offset) }, (_, place) => ({
        profile: { userId: `person ${offset + place}` },
      }));
      asked.push({ offset, answer: () => resolve({ count: 25, chats }), refuse: reject });
    });
  const cache = createQueryClient();
  const query = chatListQuery({ listChats } as unknown as Calls, me, '');
  const screen = new InfiniteQueryObserver(cache, query);
  screen.subscribe(() => {});
  const next = async (): Promise<Asked> => {
    // A failed request is retried after a second.
    await expect.poll(() => asked.length, { timeout: 5000 }).toBeGreaterThan(0);
    return asked.shift() as Asked;
  };
  const scene = {
    asked,
    next,
    shown: () => screen.getCurrentResult().data?.pages.map(({ chats }) => chats.length),
    press: () => growList(cache, query),
    readAgain: () => cache.refetchQueries({ queryKey: chatListsKey(me), type: 'active' }),
    forget: () => cache.removeQueries({ queryKey: chatListsKey(me) }),
  };
  (await next()).answer();
  await expect.poll(scene.shown).toEqual([10]);
  return scene;
}

test('a page that is asked for is added', async () => {
  const scene = await createScene();
  const grown = scene.press();
  const { offset, answer } = await scene.next();
  expect(offset).toBe(10);
  answer();
  expect(await grown).toBe('grown');
  expect(scene.shown()).toEqual([10, 10]);
});

test('asked for while the list is read again, the page comes after it, and both are read', async () => {
  const scene = await createScene();
  const again = scene.readAgain();
  const first = await scene.next();
  const grown = scene.press();
  first.answer();
  await again;
  const second = await scene.next();
  expect([first.offset, second.offset]).toEqual([0, 10]);
  second.answer();
  expect(await grown).toBe('grown');
  expect(scene.shown()).toEqual([10, 10]);
});

test('the list is read again while the page is on its way: the page is asked for once more', async () => {
  const scene = await createScene();
  const grown = scene.press();
  for (let news = 0; news < 3; news++) {
    expect((await scene.next()).offset).toBe(10);
    const again = scene.readAgain();
    const first = await scene.next();
    expect(first.offset).toBe(0);
    first.answer();
    await again;
  }
  (await scene.next()).answer();
  expect(await grown).toBe('grown');
  expect(scene.shown()).toEqual([10, 10]);
});

test.each([
  ['refused by the server', [new ApiError('ServerError')]],
  ['lost twice', [new NetworkError(), new NetworkError()]],
])('a page that is %s is said to be missing, and the list stays', async (_case, errors) => {
  const scene = await createScene();
  const grown = scene.press();
  for (const error of errors) (await scene.next()).refuse(error);
  expect(await grown).toBe('failed');
  expect(scene.shown()).toEqual([10]);
  expect(scene.asked).toEqual([]);
});

test('reading again fails while a page waits for it: the page is asked for all the same', async () => {
  const scene = await createScene();
  const again = scene.readAgain();
  const grown = scene.press();
  (await scene.next()).refuse(new ApiError('ServerError'));
  await again;
  (await scene.next()).answer();
  expect(await grown).toBe('grown');
});

test('at the end of the list nothing more is asked', async () => {
  const scene = await createScene();
  for (const _page of [2, 3]) {
    const grown = scene.press();
    (await scene.next()).answer();
    await grown;
  }
  expect(scene.shown()).toEqual([10, 10, 5]);
  expect(await scene.press()).toBe('grown');
  expect(scene.asked).toEqual([]);
});

test('signing out meanwhile leaves no further requests', async () => {
  const scene = await createScene();
  const grown = scene.press();
  await scene.next();
  scene.forget();
  await grown;
  expect(scene.asked).toEqual([]);
});
