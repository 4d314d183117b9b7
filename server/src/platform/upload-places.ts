import { ApiError } from '@parlance/contract/errors';
import type { Bounds } from './bounds.ts';

const retryAfterSeconds = 5;

/** Takes a place for a file of so many bytes; answers what gives it back. Throws when there is none. */
export type TakeUploadPlace = (userId: string, bytes: number) => () => void;

/**
 * Bounds the memory of files that have arrived or are arriving, from before the first byte until the call is answered: they are whole
 * in memory while they wait for a process to read them. A member over their number gets a 429; over the bytes of the node it is a 503.
 */
export function limitUploads({ uploadsAPerson, uploadBytesANode }: Bounds): TakeUploadPlace {
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
