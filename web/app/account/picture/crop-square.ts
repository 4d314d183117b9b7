import { profileImageQuality, profileImageSize } from '@parlance/contract/account-care';
import { drawOpaque } from '#lib/draw-opaque';

/** An area of a picture, in its own pixels. */
export interface PictureArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Crops the area to the square JPEG that is stored, as a data URL, which can be shown and stored as text. */
export function cropSquare(image: HTMLImageElement, area: PictureArea): string {
  const size = { width: profileImageSize, height: profileImageSize };
  return drawOpaque(image, area, size).toDataURL('image/jpeg', profileImageQuality);
}
