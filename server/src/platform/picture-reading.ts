import { ApiError } from '@parlance/contract/errors';
import sharp, { type Sharp } from 'sharp';

// Imported by processes of their own alone: the server itself never decodes a picture.

// Whatever else the library could read, only these decoders ever run: no SVG, no TIFF, no documents.
const decoders = ['Jpeg', 'Png', 'Webp'];
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: decoders.map((name) => `VipsForeignLoad${name}Buffer`) });
sharp.cache(false);
sharp.concurrency(1);

const tooLarge = () => new ApiError('FileTooLarge', { message: 'The picture has too many pixels.' });

/**
 * Makes a picture out of whatever was sent: upright, without metadata, colour profile, further frames or anything hidden behind the
 * picture. What cannot be read whole is refused.
 */
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
    // The header alone can promise more pixels than are taken, and the decoder then refuses before we can.
    if (error instanceof Error && /pixel limit/i.test(error.message)) throw tooLarge();
    throw new ApiError('FileInvalid', { message: 'The picture cannot be read.' });
  }
}
