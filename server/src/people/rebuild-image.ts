import { join } from 'node:path';
import { ApiError } from '@parlance/contract/errors';
import { workApart } from '#platform/work-apart';

const rebuild = workApart<Uint8Array>({
  module: join(import.meta.dirname, 'image-process.ts'),
  atOnce: 2,
  waitingMax: 20,
  withinMs: 10_000,
  heapMaxMb: 128,
});

/** The square picture that is kept, made out of whatever a member sent. What is no picture at all costs nothing. */
export async function rebuildImage(bytes: Buffer, userId: string): Promise<Buffer> {
  if (!isPicture(bytes))
    throw new ApiError('FileInvalid', { message: 'The picture must be a JPEG, PNG or WebP file.' });
  return Buffer.from(await rebuild(bytes, userId));
}

function isPicture(bytes: Buffer): boolean {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return true;
  if (bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return true;
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
}
