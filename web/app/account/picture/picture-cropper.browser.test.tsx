import { cropZoom, profileImageSize } from '@parlance/contract/account-care';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#test/browser/render';
import { PictureCropper } from './picture-cropper';

type Draw = (context: OffscreenCanvasRenderingContext2D) => void;

/** Shows the cropper with a drawn picture; the rest of it is transparent. */
async function show(size: { width: number; height: number }, draw: Draw) {
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  if (context) draw(context);
  const src = URL.createObjectURL(await canvas.convertToBlob({ type: 'image/png' }));
  onTestFinished(() => URL.revokeObjectURL(src));
  const onSave = vi.fn<(dataUrl: string) => void>();
  const [onCancel, onUnreadable] = [vi.fn(), vi.fn()];
  render(<PictureCropper src={src} onSave={onSave} onCancel={onCancel} onUnreadable={onUnreadable} />);
  return { onSave, onUnreadable };
}

/** The colours of a saved picture at the middle of its height, from the left edge to the right one. */
async function coloursOf(dataUrl: string): Promise<string[]> {
  const image = new Image();
  image.src = dataUrl;
  await image.decode();
  expect([image.width, image.height]).toEqual([profileImageSize, profileImageSize]);
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context?.drawImage(image, 0, 0);
  return [0.05, 0.95].map((share) => {
    const place = Math.floor(image.width * share);
    const [red = 0, green = 0, blue = 0] = context?.getImageData(place, image.height / 2, 1, 1).data ?? [];
    const isHigh = [red, green, blue].map((value) => value > 128).join();
    const names: Record<string, string> = {
      'true,true,true': 'white',
      'true,false,false': 'red',
      'false,false,true': 'blue',
    };
    return names[isHigh] ?? `${red} ${green} ${blue}`;
  });
}

const save = () => page.getByRole('button', { name: 'Save Crop' });
const cropWindow = () => page.getByRole('group', { name: 'Crop' });
const saved = async (onSave: { mock: { calls: [string][] } }) => {
  await userEvent.click(save());
  const [dataUrl = ''] = onSave.mock.calls.at(-1) ?? [];
  expect(dataUrl).toMatch(/^data:image\/jpeg;base64,/);
  return coloursOf(dataUrl);
};

test('the middle of a wide picture is saved, or what the arrow keys have moved into the window', async () => {
  // The left half is red, the right one is transparent, which a JPEG cannot be.
  const { onSave } = await show({ width: 400, height: 200 }, (context) => {
    context.fillStyle = 'red';
    context.fillRect(0, 0, 200, 200);
  });
  await expect.element(cropWindow()).toHaveFocus();
  await expect.element(cropWindow()).toHaveAccessibleDescription(/use the arrow keys/);
  expect(await saved(onSave)).toEqual(['red', 'white']);
  (cropWindow().element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft>40/}');
  expect(await saved(onSave)).toEqual(['white', 'white']);
  (cropWindow().element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight>80/}');
  expect(await saved(onSave)).toEqual(['red', 'red']);
});

test('a picture that is enlarged is saved as it is seen', async () => {
  // Blue in the middle, red around it.
  const { onSave } = await show({ width: 300, height: 300 }, (context) => {
    context.fillStyle = 'red';
    context.fillRect(0, 0, 300, 300);
    context.fillStyle = 'blue';
    context.fillRect(90, 90, 120, 120);
  });
  await expect.element(save()).toBeEnabled();
  expect(await saved(onSave)).toEqual(['red', 'red']);
  const zoom = page.getByRole('slider', { name: 'Zoom' });
  (zoom.element() as HTMLElement).focus();
  await userEvent.keyboard('{End}');
  await expect.element(zoom).toHaveAttribute('aria-valuetext', `${cropZoom.max.toFixed(1)} times`);
  expect(await saved(onSave)).toEqual(['blue', 'blue']);
});

test('a file that is no picture says so and saves nothing', async () => {
  const src = URL.createObjectURL(new Blob(['words'], { type: 'image/png' }));
  onTestFinished(() => URL.revokeObjectURL(src));
  const [onSave, onUnreadable] = [vi.fn(), vi.fn()];
  render(<PictureCropper src={src} onSave={onSave} onCancel={() => undefined} onUnreadable={onUnreadable} />);
  await expect.poll(() => onUnreadable.mock.calls.length).toBe(1);
  await expect.element(save()).toBeDisabled();
  expect(onSave).not.toHaveBeenCalled();
});
