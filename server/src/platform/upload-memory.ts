import { ApiError } from '@parlance/contract/errors';
import type { ResourceLimits } from './resource-limits.ts';

const retryAfterSeconds = 5;

/** Reserves memory for a file; returns the release function. Throws when none is left. */
export type ReserveUploadMemory = (userId: string, bytes: number) => () => void;

/**
 * Limits the memory of uploads from the first byte until the response, since files stay in memory while queued for a process. Above
 * the limit per member the error is a 429, above the bytes of the node a 503.
 */
export function limitUploadMemory({ uploadsAPerson, uploadBytesANode }: ResourceLimits): ReserveUploadMemory {
  const counts = new Map<string, number>();
  let heldBytes = 0;
  return (userId, bytes) => {
    const count = counts.get(userId) ?? 0;
    if (count >= uploadsAPerson) throw new ApiError('TooManyRequests', { timeout: retryAfterSeconds });
    if (heldBytes + bytes > uploadBytesANode)
      throw new ApiError('ServerError', { statusCode: 503, timeout: retryAfterSeconds });
    counts.set(userId, count + 1);
    heldBytes += bytes;
    return () => {
      heldBytes -= bytes;
      const left = (counts.get(userId) ?? 0) - 1;
      if (left > 0) counts.set(userId, left);
      else counts.delete(userId);
    };
  };
}
