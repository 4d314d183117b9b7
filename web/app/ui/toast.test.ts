import { expect, test, vi } from 'vitest';
import { firstToast, receiveToasts, showToast } from './toast';

test('toasts queue until a region shows them, are handed over once and in order, and queue again afterwards', async () => {
  showToast({ title: 'one' });
  showToast({ title: 'two' });
  // The renderer is loaded at the first toast.
  await firstToast;
  const show = vi.fn();
  const stop = receiveToasts(show);
  showToast({ title: 'three' });
  expect(show.mock.calls.map(([toast]) => toast.title)).toEqual(['one', 'two', 'three']);
  stop();
  showToast({ title: 'four' });
  expect(show).toHaveBeenCalledTimes(3);
  const showAgain = vi.fn();
  receiveToasts(showAgain)();
  expect(showAgain.mock.calls.map(([toast]) => toast.title)).toEqual(['four']);
});
