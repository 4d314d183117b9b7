import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { KeptPicture } from '#chat/engine/chat-storage';
import { render } from '#test/browser/render';
import { ChosenPictures } from './chosen-pictures';

/** A picture that cannot be decoded: the size of its preview follows from its numbers alone. */
const pictureOf = (width: number, height: number): KeptPicture => ({
  bytes: new ArrayBuffer(0),
  type: 'image/png',
  width,
  height,
});
const previews = () => page.getByRole('img');
const sizeOf = (place: number) => {
  const { width, height } = previews().nth(place).element().getBoundingClientRect();
  return [width, height];
};

test.each([
  ['wide', pictureOf(1600, 400), [288, 88]],
  ['tall', pictureOf(500, 2000), [88, 192]],
  ['ordinary', pictureOf(1600, 1000), [288, 180]],
  ['tiny', pictureOf(8, 8), [88, 88]],
])('the preview of a %s picture has its size before it is decoded', async (_name, picture, size) => {
  render(<ChosenPictures pictures={[picture]} onChange={() => undefined} />);
  await expect.element(previews()).toBeVisible();
  expect(sizeOf(0)).toEqual(size);
});

test('several pictures are equal squares, and each can be removed', async () => {
  const chosen = [pictureOf(1600, 400), pictureOf(500, 2000)];
  const left: KeptPicture[][] = [];
  render(<ChosenPictures pictures={chosen} onChange={(rest) => left.push(rest)} />);
  await expect.poll(() => previews().elements()).toHaveLength(2);
  expect([sizeOf(0), sizeOf(1)]).toEqual([
    [96, 96],
    [96, 96],
  ]);
  await userEvent.click(page.getByRole('button', { name: 'Remove picture' }).first());
  expect(left).toEqual([[chosen[1]]]);
});
