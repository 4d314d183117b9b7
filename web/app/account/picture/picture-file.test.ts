import { expect, test } from 'vitest';
import { fileOfDataUrl } from './picture-file';

test('a data address becomes a file of its type with the same bytes', async () => {
  const bytes = Uint8Array.from([0xff, 0xd8, 0xff, 0, 127, 128, 255]);
  const file = fileOfDataUrl(`data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`);
  expect(file.type).toBe('image/jpeg');
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
});

test('anything else is refused', () => {
  expect(() => fileOfDataUrl('/media/a.jpg')).toThrow('Not a base64 data address');
});
