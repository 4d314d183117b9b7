import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { readAgain } from './read-again';

/** A list on a server, read by an open screen; a response is a snapshot of the time of the request. */
function openScreen() {
  const cache = new QueryClient();
  const server = { list: ['first'], reads: 0 };
  const held: Array<() => void> = [];
  const observer = new QueryObserver(cache, {
    queryKey: ['list', 1],
    queryFn: async () => {
      server.reads += 1;
      const answer = [...server.list];
      await new Promise<void>((resolve) => held.push(resolve));
      return answer;
    },
  });
  const close = observer.subscribe(() => {});
  /** Releases responses until nothing is in flight. */
  const settle = async () => {
    while (cache.isFetching() > 0) {
      for (const release of held.splice(0)) release();
      await new Promise((resolve) => setTimeout(resolve));
    }
  };
  return { cache, server, observer, settle, close };
}

test('a change during the very first reading is not lost with its answer', async () => {
  const { cache, server, observer, settle, close } = openScreen();
  server.list.push('second');
  const reading = readAgain(cache, ['list']);
  await settle();
  await reading;
  expect(observer.getCurrentResult().data).toEqual(['first', 'second']);
  expect(server.reads).toBe(2);
  close();
});

test('a list that has been read is read once more', async () => {
  const { cache, server, observer, settle, close } = openScreen();
  await settle();
  server.list.push('second');
  const reading = readAgain(cache, ['list']);
  await settle();
  await reading;
  expect(observer.getCurrentResult().data).toEqual(['first', 'second']);
  expect(server.reads).toBe(2);
  close();
});

test('a reading that was asked for before the change gives way to one after it', async () => {
  const { cache, server, observer, settle, close } = openScreen();
  await settle();
  void observer.refetch();
  server.list.push('second');
  const reading = readAgain(cache, ['list']);
  await settle();
  await reading;
  expect(observer.getCurrentResult().data).toEqual(['first', 'second']);
  close();
});
