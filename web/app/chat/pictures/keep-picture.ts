import { pictureMaxBytes, pictureMaxSide } from '@parlance/contract/chat-changes';
import type { KeptPicture } from '#chat/engine/chat-storage';
import { drawOpaque } from '#lib/draw-opaque';
import type { PictureSize } from './picture-box';

const sentTypes = ['image/jpeg', 'image/png', 'image/webp'];
const quality = 0.85;

/** Size of a picture after the server's downscaling; never enlarged. */
export function keptSize({ width, height }: PictureSize): PictureSize {
  const scale = Math.min(1, pictureMaxSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Whether a file is re-encoded before sending: too large, or another type. */
export const isRedrawn = ({
  type,
  bytes,
  width,
  height,
}: PictureSize & { type: string; bytes: number }): boolean =>
  !sentTypes.includes(type) || bytes > pictureMaxBytes || Math.max(width, height) > pictureMaxSide;

/** Decodes a chosen file and downscales a large one for a faster upload; throws if it is not a picture. */
export async function keepPicture(file: Blob): Promise<KeptPicture> {
  const bitmap = await createImageBitmap(file);
  try {
    const { width, height } = bitmap;
    const isSmall = !isRedrawn({ type: file.type, bytes: file.size, width, height });
    const blob = isSmall ? file : await redraw(bitmap, keptSize({ width, height }));
    return { bytes: await blob.arrayBuffer(), type: blob.type, ...keptSize({ width, height }) };
  } finally {
    bitmap.close();
  }
}

function redraw(bitmap: ImageBitmap, size: PictureSize): Promise<Blob> {
  const { width, height } = bitmap;
  const canvas = drawOpaque(bitmap, { x: 0, y: 0, width, height }, size);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn'))),
      'image/jpeg',
      quality,
    );
  });
}
