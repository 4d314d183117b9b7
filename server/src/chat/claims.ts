import { voiceDurationMs } from '@parlance/contract/chat';
import { ApiError } from '@parlance/contract/errors';

/** The shortest packet of the supported codecs: an Opus frame of 2.5 ms. */
export const shortestPacketMs = 2.5;
/** The packet count of the longest allowed recording in the shortest packets. */
export const packetsMax = voiceDurationMs.max / shortestPacketMs;

/** Refuses a recording whose declared sizes are impossible. */
export function refuseClaims(): never {
  throw new ApiError('FileInvalid');
}
