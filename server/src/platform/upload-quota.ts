import { ApiError } from '@parlance/contract/errors';
import { filled } from '@parlance/contract/message';
import type { Platform } from './platform.ts';

/** Limits per kind of file and member: burst, rate per minute, and mebibytes per day. */
export interface UploadQuota {
  burst: number;
  perMinute: number;
  mebibytesADay: number;
  /** The error message. Clients replace `{when}` according to the timeout. */
  refusal: `${string}{when}${string}`;
}

const kibibyte = 1024;
const daySeconds = 24 * 3600;

/** Counts an upload before processing; throws the retry delay. Uploads refused later still count. */
export async function takeUpload(
  { limits }: Platform,
  key: string,
  { burst, perMinute, mebibytesADay, refusal }: UploadQuota,
  bytes: number,
): Promise<void> {
  const kibibytesADay = mebibytesADay * kibibyte;
  const buckets = [
    { key: `${key}:files`, burst, perSecond: perMinute / 60 },
    {
      key: `${key}:kibibytes`,
      burst: kibibytesADay,
      perSecond: kibibytesADay / daySeconds,
      tokens: Math.ceil(bytes / kibibyte),
    },
  ];
  for (const bucket of buckets) {
    const taken = await limits.takeToken(bucket);
    if (taken.ok) continue;
    const timeout = taken.retryAfterSeconds;
    throw new ApiError('TooManyRequests', {
      timeout,
      ...filled(refusal, { when: `in ${inWords(timeout)}` }),
    });
  }
}

function inWords(seconds: number): string {
  const [count, unit] = seconds < 100 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
