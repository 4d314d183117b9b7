import { expect, test } from 'vitest';
import { beginPlayback, playbackRate } from './use-player';

const player = () => {
  const element = {
    isPaused: false,
    pause: () => {
      element.isPaused = true;
    },
  };
  return element;
};

test('one recording plays at a time', () => {
  const [first, second] = [player(), player()];
  beginPlayback(first as unknown as HTMLMediaElement);
  beginPlayback(second as unknown as HTMLMediaElement);
  beginPlayback(second as unknown as HTMLMediaElement);
  expect([first.isPaused, second.isPaused]).toEqual([true, false]);
});

test('the speed goes round through 1, 1.25, 1.5 and 0.75', () => {
  const seen = Array.from({ length: 5 }, () => {
    const rate = playbackRate.get();
    playbackRate.next();
    return rate;
  });
  expect(seen).toEqual([1, 1.25, 1.5, 0.75, 1]);
});
