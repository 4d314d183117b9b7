import { ApiError } from '@parlance/contract/errors';
import sharp, { type Sharp } from 'sharp';

// Imported only by worker processes: the server itself never decodes a picture.

// Only these decoders are enabled: no SVG, no TIFF, no documents.
const decoders = ['Jpeg', 'Png', 'Webp'];
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: decoders.map((name) => `VipsForeignLoad${name}Buffer`) });
sharp.cache(false);
sharp.concurrency(1);

const tooLarge = () => new ApiError('FileTooLarge', { message: 'The picture has too many pixels.' });

/** Re-encodes an upload: upright, without metadata, colour profile, further frames or trailing data. Refuses incomplete pictures. */
export async function rewritePicture<Written>(
  bytes: Uint8Array,
  pixelsMax: number,
  write: (image: Sharp) => Promise<Written>,
): Promise<Written> {
  try {
    const image = sharp(bytes, { failOn: 'error', limitInputPixels: pixelsMax, sequentialRead: true });
    const { width, height } = await image.metadata();
    if (width * height > pixelsMax) throw tooLarge();
    return await write(image.autoOrient().toColourspace('srgb'));
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // The header alone can declare more pixels than allowed; the decoder then fails first.
    if (error instanceof Error && /pixel limit/i.test(error.message)) throw tooLarge();
    throw new ApiError('FileInvalid', { message: 'The picture cannot be read.' });
  }
}
