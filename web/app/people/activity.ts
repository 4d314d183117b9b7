import { activeNowMs } from '@parlance/contract/people';
import { word } from '@parlance/words/word';

export type Activity = 'Active now' | 'Active today';

/** The activity badge: active within 15 minutes, or since the viewer's midnight (docs/specification/people.md#search-screen). */
export function activityOf(lastActiveAt: Date | null | undefined, nowMs: number): Activity | null {
  if (!lastActiveAt) return null;
  const at = lastActiveAt.getTime();
  if (nowMs - at < activeNowMs) return word('Active now');
  return at >= new Date(nowMs).setHours(0, 0, 0, 0) ? word('Active today') : null;
}
