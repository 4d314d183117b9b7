import { pictureMaxBytes } from '@parlance/contract/chat-changes';
import { expect, test } from 'vitest';
import { isRedrawn, keptSize } from './keep-picture';

test('a picture keeps its shape and has at most 1,600 pixels on the longer side', () => {
  expect(keptSize({ width: 3200, height: 2400 })).toEqual({ width: 1600, height: 1200 });
  expect(keptSize({ width: 1000, height: 4000 })).toEqual({ width: 400, height: 1600 });
  expect(keptSize({ width: 30, height: 20 })).toEqual({ width: 30, height: 20 });
  expect(keptSize({ width: 20_000, height: 1 })).toEqual({ width: 1600, height: 1 });
});

test('a file is drawn anew where it is too large, or of a type that the server does not take', () => {
  const file = { type: 'image/jpeg', bytes: pictureMaxBytes, width: 1600, height: 1600 };
  expect(isRedrawn(file)).toBe(false);
  expect(isRedrawn({ ...file, bytes: pictureMaxBytes + 1 })).toBe(true);
  expect(isRedrawn({ ...file, height: 1601 })).toBe(true);
  expect(isRedrawn({ ...file, type: 'image/gif' })).toBe(true);
});
