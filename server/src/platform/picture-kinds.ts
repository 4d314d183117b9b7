import { ApiError } from '@parlance/contract/errors';

/** Refuses files without a picture signature before a worker process decodes them. */
export function refuseOtherFiles(bytes: Buffer): void {
  if (!isPicture(bytes))
    throw new ApiError('FileInvalid', { message: 'The picture must be a JPEG, PNG or WebP file.' });
}

function isPicture(bytes: Buffer): boolean {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return true;
  if (bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return true;
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
}
