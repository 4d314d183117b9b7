import { ApiError } from '@parlance/contract/errors';
import { filled } from '@parlance/contract/message';
import type { Platform } from './platform.ts';

/** How many files of a kind a person may send in a burst and then a minute, and how many mebibytes a day. */
export interface UploadQuota {
  burst: number;
  perMinute: number;
  mebibytesADay: number;
  /** What is said after too many. A client words `{when}` itself, by the timeout. */
  refusal: `${string}{when}${string}`;
}

const kibibyte = 1024;
const daySeconds = 24 * 3600;

/** Counts an upload before anything is done with it; throws how long to wait. What is refused later has been counted. */
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
