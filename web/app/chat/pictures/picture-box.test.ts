import { expect, test } from 'vitest';
import { pictureBox } from './picture-box';

test.each([
  ['a wide one fits in width', { width: 1600, height: 900 }, { width: 320, height: 180 }],
  ['a tall one fits in height', { width: 900, height: 1600 }, { width: 214, height: 380 }],
  ['a small one stays as it is', { width: 200, height: 150 }, { width: 200, height: 150 }],
  ['a tiny one can still be pressed', { width: 8, height: 8 }, { width: 88, height: 88 }],
  [
    'a panorama is cut off and can still be pressed',
    { width: 1600, height: 100 },
    { width: 320, height: 88 },
  ],
])('%s', (_name, size, box) => {
  expect(pictureBox(size)).toEqual(box);
});
