interface Size {
  width: number;
  height: number;
}

/** Draws an area of a picture on a white canvas of the given size. JPEG has no transparency: transparent pixels would turn black. */
export function drawOpaque(
  image: CanvasImageSource,
  area: Size & { x: number; y: number },
  { width, height }: Size,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no canvas');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, width, height);
  return canvas;
}
