import type { Platform } from '#platform/platform';

/** Uses up part of a member's daily quota without sending: the bytes alone would take longer than all other tests. */
export async function useQuota(
  { limits }: Platform,
  key: string,
  { mebibytes, ofADay }: { mebibytes: number; ofADay: number },
): Promise<void> {
  const burst = ofADay * 1024;
  const taken = await limits.takeToken({
    key: `${key}:kibibytes`,
    burst,
    perSecond: burst / (24 * 3600),
    tokens: mebibytes * 1024,
  });
  if (!taken.ok) throw new Error('so much was not left');
}
