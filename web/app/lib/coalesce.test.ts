import { expect, test } from 'vitest';
import { coalesce } from './coalesce';

function controlledTask() {
  const ends: Array<{ resolve: () => void; reject: (error: Error) => void }> = [];
  const task = () =>
    new Promise<void>((resolve, reject) => {
      ends.push({ resolve, reject });
    });
  return { task, ends };
}

test('asked for three times while it runs, a task runs once more', async () => {
  const { task, ends } = controlledTask();
  const run = coalesce(task);
  const first = run();
  void run();
  void run();
  const last = run();
  expect(ends).toHaveLength(1);
  ends[0]?.resolve();
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.resolve();
  await Promise.all([first, last]);
  expect(ends).toHaveLength(2);
});

test('a task that failed can be run again', async () => {
  const { task, ends } = controlledTask();
  const run = coalesce(task);
  const failed = run();
  ends[0]?.reject(new Error('lost'));
  await expect(failed).rejects.toThrow('lost');
  void run();
  expect(ends).toHaveLength(2);
});
