import { profileImageQuality, profileImageSize } from '@parlance/contract/account';
import { ApiError } from '@parlance/contract/errors';
import sharp from 'sharp';

const pixelsMax = 16_800_000;
const decodeWithinSeconds = 10;
/** Decoding runs on the threads that files and name look-ups need too. */
const atOnce = 2;
const waitingMax = 20;
const retryAfterSeconds = 5;

// Whatever else the library could read, only these decoders ever run: no SVG, no TIFF, no documents.
const decoders = { jpeg: 'Jpeg', png: 'Png', webp: 'Webp' };
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: Object.values(decoders).map((name) => `VipsForeignLoad${name}Buffer`) });
sharp.cache(false);
sharp.concurrency(1);

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Makes the square picture that is kept out of whatever was sent: upright, without metadata, colour profile, further frames
 * or anything hidden behind the picture. What cannot be read whole is refused.
 */
export async function rebuildImage(bytes: Buffer): Promise<Buffer> {
  const format = formatOf(bytes);
  if (!format)
    throw new ApiError('FileInvalid', { message: 'The picture must be a JPEG, PNG or WebP file.' });
  await takeTurn();
  try {
    const image = sharp(bytes, { failOn: 'error', limitInputPixels: pixelsMax, sequentialRead: true });
    const { width, height } = await image.metadata();
    if (width * height > pixelsMax) throw tooLarge();
    return await image
      .autoOrient()
      .resize(profileImageSize, profileImageSize, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: profileImageQuality * 100 })
      .timeout({ seconds: decodeWithinSeconds })
      .toBuffer();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // The header alone can promise more pixels than are taken, and the decoder then refuses before we can.
    if (error instanceof Error && /pixel limit/i.test(error.message)) throw tooLarge();
    throw new ApiError('FileInvalid', { message: 'The picture cannot be read.' });
  } finally {
    endTurn();
  }
}

const tooLarge = () => new ApiError('FileTooLarge', { message: 'The picture has too many pixels.' });

function formatOf(bytes: Buffer): keyof typeof decoders | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'png';
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? 'webp' : null;
}

async function takeTurn(): Promise<void> {
  if (running < atOnce) {
    running += 1;
    return;
  }
  if (waiting.length >= waitingMax) {
    throw new ApiError('ServerError', { statusCode: 503, timeout: retryAfterSeconds });
  }
  await new Promise<void>((resolve) => waiting.push(resolve));
}

/** A turn is handed on, not given back, while somebody waits. */
function endTurn(): void {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
}
