import { ApiError } from '@parlance/contract/errors';
import type { Platform } from './platform.ts';

/** How many files of a kind a person may send in a burst and then a minute, and how many mebibytes a day. */
export interface UploadQuota {
  burst: number;
  perMinute: number;
  mebibytesADay: number;
  /** What they are called to whoever has sent too many. */
  what: string;
}

const kibibyte = 1024;
const daySeconds = 24 * 3600;

/** Counts an upload before anything is done with it; throws how long to wait. What is refused later has been counted. */
export async function takeUpload(
  { limits }: Platform,
  key: string,
  { burst, perMinute, mebibytesADay, what }: UploadQuota,
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
    const message = `You have sent many ${what}. This one can be sent in ${inWords(timeout)}.`;
    throw new ApiError('TooManyRequests', { timeout, message });
  }
}

function inWords(seconds: number): string {
  const [count, unit] = seconds < 100 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
