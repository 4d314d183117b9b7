import type { Platform } from '#platform/platform';
import { demoUser } from './cast.ts';
import { publishFreeTimes } from './free-times.ts';
import { bookAmongOthers, bookSessionsAhead } from './story.ts';

const hourMs = 3_600_000;
/** A recently used account is not changed. */
const leftAloneMs = 3 * hourMs;

/** Adds free times and sessions to the demo account weeks later, only after its last slot, so a deleted one does not return. */
export async function moveAccountOn(platform: Platform, community: Map<string, string>): Promise<void> {
  const me = community.get(demoUser.key);
  if (me === undefined || !(await isLeftAlone(platform, me))) return;
  const after = await lastTimeOf(platform, me);
  await publishFreeTimes(platform, platform.db, [{ userId: me, host: demoUser, after }]);
  if (!(await hasSessionsAhead(platform, [me]))) await bookSessionsAhead(platform, community, me);
  const others = [...community.values()].filter((userId) => userId !== me);
  if (!(await hasSessionsAhead(platform, others))) await bookAmongOthers(platform, community);
}

async function isLeftAlone({ db, clock }: Platform, userId: string): Promise<boolean> {
  const idle = await db
    .selectFrom('users')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('last_active_at', '<', new Date(clock.now().getTime() - leftAloneMs))
    .executeTakeFirst();
  return idle !== undefined;
}

async function lastTimeOf({ db }: Platform, userId: string): Promise<Date | undefined> {
  const last = await db
    .selectFrom('schedule_slots')
    .select('starts_at')
    .where('user_id', '=', userId)
    .where('is_from_weekly_hours', '=', false)
    .orderBy('starts_at', 'desc')
    .executeTakeFirst();
  return last?.starts_at;
}

/** Whether any of the bookers has a future session. */
async function hasSessionsAhead({ db, clock }: Platform, bookers: string[]): Promise<boolean> {
  const session = await db
    .selectFrom('schedule_slots')
    .select('schedule_slot_id')
    .where('booked_by_user_id', 'in', bookers)
    .where('starts_at', '>', clock.now())
    .executeTakeFirst();
  return session !== undefined;
}
