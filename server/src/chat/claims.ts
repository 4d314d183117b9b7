import { voiceDurationMs } from '@parlance/contract/chat';
import { ApiError } from '@parlance/contract/errors';

/** The shortest packet of any codec here: Opus can be cut so fine. */
export const shortestPacketMs = 2.5;
/** No recording has more packets than the longest one cut the finest. */
export const packetsMax = voiceDurationMs.max / shortestPacketMs;

/** Refuses a recording that claims more than there can be. */
export function refuseClaims(): never {
  throw new ApiError('FileInvalid');
}
