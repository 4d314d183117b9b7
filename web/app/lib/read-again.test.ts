import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { readAgain } from './read-again';

/** A list on a server, read by an open screen; an answer is what the list was when it was asked for. */
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
  observer.subscribe(() => {});
  /** Lets answers arrive until nothing is asked for any more. */
  const settle = async () => {
    while (cache.isFetching() > 0) {
      for (const release of held.splice(0)) release();
      await new Promise((resolve) => setTimeout(resolve));
    }
  };
  /** Something changes, and all is read again: what the screen shows then. */
  const changeAndRead = async () => {
    server.list.push('second');
    const reading = readAgain(cache, ['list']);
    await settle();
    await reading;
    const shown = observer.getCurrentResult().data;
    observer.destroy();
    return shown;
  };
  return { server, observer, settle, changeAndRead };
}

const all = ['first', 'second'];

test('a change during the very first reading is not lost with its answer', async () => {
  const { server, changeAndRead } = openScreen();
  expect(await changeAndRead()).toEqual(all);
  expect(server.reads).toBe(2);
});

test('a list that has been read is read once more', async () => {
  const { server, settle, changeAndRead } = openScreen();
  await settle();
  expect(await changeAndRead()).toEqual(all);
  expect(server.reads).toBe(2);
});

test('a reading that was asked for before the change gives way to one after it', async () => {
  const { observer, settle, changeAndRead } = openScreen();
  await settle();
  void observer.refetch();
  expect(await changeAndRead()).toEqual(all);
});
