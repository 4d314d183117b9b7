import { expect, test } from 'vitest';
import { isNoticePlaceTaken, subscribeToNoticePlace, takeNoticePlace } from './notice-place';

test('the place is held by one notice until it is released', () => {
  let changes = 0;
  const stop = subscribeToNoticePlace(() => {
    changes++;
  });
  const release = takeNoticePlace();
  expect([isNoticePlaceTaken(), takeNoticePlace()]).toEqual([true, null]);
  release?.();
  expect([isNoticePlaceTaken(), changes]).toEqual([false, 2]);
  stop();
});

test('a release that comes twice does not take the place from the next notice', () => {
  const first = takeNoticePlace();
  first?.();
  const second = takeNoticePlace();
  first?.();
  expect(isNoticePlaceTaken()).toBe(true);
  second?.();
  expect(isNoticePlaceTaken()).toBe(false);
});
