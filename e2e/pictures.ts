import type { Page } from '@playwright/test';

/** A picture twice as wide as high: the left half red, the right half blue. */
export async function redAndBluePicture(page: Page) {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 1000;
    canvas.height = 500;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = 'rgb(255, 0, 0)';
    context.fillRect(0, 0, 500, 500);
    context.fillStyle = 'rgb(0, 0, 255)';
    context.fillRect(500, 0, 500, 500);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  return { name: 'red-and-blue.png', mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') };
}

/** Size of a picture, and the colours near its left and right edges. */
export async function lookAt(page: Page, url: string) {
  return page.evaluate(async (src) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(image, 0, 0);
    const colourAt = (x: number) => {
      const [red = 0, , blue = 0] = context.getImageData(x, canvas.height / 2, 1, 1).data;
      return red > blue ? 'red' : 'blue';
    };
    return {
      size: [canvas.width, canvas.height],
      left: colourAt(10),
      right: colourAt(canvas.width - 10),
    };
  }, url);
}
