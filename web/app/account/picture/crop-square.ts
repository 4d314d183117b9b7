import { profileImageQuality, profileImageSize } from '@parlance/contract/account-care';

/** An area of a picture, in its own pixels. */
export interface PictureArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Crops the area to the square JPEG that is stored, as a data URL, which can be shown and stored as text. */
export function cropSquare(image: HTMLImageElement, area: PictureArea): string {
  const canvas = document.createElement('canvas');
  canvas.width = profileImageSize;
  canvas.height = profileImageSize;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no canvas');
  // JPEG has no transparency: transparent pixels would turn black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, profileImageSize, profileImageSize);
  context.imageSmoothingQuality = 'high';
  const { x, y, width, height } = area;
  context.drawImage(image, x, y, width, height, 0, 0, profileImageSize, profileImageSize);
  return canvas.toDataURL('image/jpeg', profileImageQuality);
}
