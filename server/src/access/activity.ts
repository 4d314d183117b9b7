import type { UserActivityType } from '@parlance/contract/account';
import { activeNowMs } from '@parlance/contract/people';
import { sql } from 'kysely';
import type { Clock } from '#platform/clock';
import { type Tx, transact } from '#platform/effects';
import { newId } from '#platform/ids';
import { nodeState } from '#platform/node-state';
import type { Platform } from '#platform/platform';

const minuteMs = 60_000;
const returnAfterIdleMs = 30 * minuteMs;
const touchedMax = 100_000;

/** A client's reported time zone; the zone takes precedence over the rounded offset. */
export interface ClientTimeZone {
  localTZOffset?: number | undefined;
  timeZone?: string | undefined;
}

/** Records an activity in the transaction of the action. The lock keeps it from outliving a concurrent deletion of the member. */
export async function recordActivity(
  tx: Tx,
  clock: Clock,
  userId: string,
  type: UserActivityType,
): Promise<void> {
  await sql`
    INSERT INTO user_activities (user_activity_id, user_id, type, created_at)
    SELECT ${newId(clock)}, user_id, ${type}, ${clock.now()} FROM users WHERE user_id = ${userId}
    FOR KEY SHARE`.execute(tx);
}

export async function recordSignIn(tx: Tx, clock: Clock, userId: string): Promise<void> {
  await recordActivity(tx, clock, userId, 'sign-in');
  await tx.updateTable('users').set({ last_active_at: clock.now() }).where('user_id', '=', userId).execute();
}

/** Records a continued session as a return after half an hour without activity. */
export async function recordReturn(
  tx: Tx,
  clock: Clock,
  user: { user_id: string; last_active_at: Date | null },
): Promise<void> {
  const now = clock.now();
  if (now.getTime() - (user.last_active_at?.getTime() ?? 0) < returnAfterIdleMs) return;
  await recordActivity(tx, clock, user.user_id, 'return');
  await tx.updateTable('users').set({ last_active_at: now }).where('user_id', '=', user.user_id).execute();
}

/** Stores the time zone that a client reports; absent fields stay unchanged. */
export async function storeTimeZone(tx: Tx, userId: string, clientTimeZone: ClientTimeZone): Promise<void> {
  const { localTZOffset, timeZone } = clientTimeZone;
  if (localTZOffset === undefined && timeZone === undefined) return;
  await tx
    .updateTable('users')
    .set({ local_tz_offset: localTZOffset, time_zone: timeZone })
    .where('user_id', '=', userId)
    // Most sign-ins repeat the stored zone: skip rewriting the row.
    .where((eb) =>
      eb.or([
        eb('local_tz_offset', 'is distinct from', localTZOffset ?? eb.ref('local_tz_offset')),
        eb('time_zone', 'is distinct from', timeZone ?? eb.ref('time_zone')),
      ]),
    )
    .execute();
}

interface Touched {
  writtenAt: number;
  /** When this node last updated the member's search listing. */
  listedAt: number;
}

/** This node's record of written activity. */
interface Notes {
  touched: Map<string, Touched>;
  writing: Promise<void>;
  /** The next batch, collected while a write is in flight. */
  next: { userIds: string[]; written: Promise<void> } | null;
}

const notesOf = nodeState((): Notes => ({ touched: new Map(), writing: Promise.resolve(), next: null }));

/**
 * Records that a member is active: at most one write a minute per member, and a search update every 15 minutes. Signed-in calls
 * run it already; socket events call it explicitly. It never rejects, and returns undefined when throttled, as for nearly every call.
 */
export function touchLastActive(platform: Platform, userId: string): Promise<void> | undefined {
  const { touched } = notesOf(platform);
  const now = platform.clock.now();
  const last = touched.get(userId);
  if (last && Math.abs(now.getTime() - last.writtenAt) < minuteMs) return undefined;
  if (touched.size >= touchedMax) touched.clear();
  const entry = { writtenAt: now.getTime(), listedAt: last?.listedAt ?? 0 };
  touched.set(userId, entry);
  return noteActive(platform, userId, now, entry);
}

async function noteActive(platform: Platform, userId: string, now: Date, entry: Touched): Promise<void> {
  try {
    const isListingDue = now.getTime() - entry.listedAt >= activeNowMs;
    if (isListingDue) await touchListing(platform, userId, now);
    else await writeWithOthers(platform, userId);
    if (isListingDue) entry.listedAt = now.getTime();
  } catch (error) {
    platform.log.warn({ err: error }, 'activity could not be noted');
  }
}

async function touchListing(platform: Platform, userId: string, now: Date): Promise<void> {
  await transact(platform, async (tx) => {
    await writeLastActive(tx, [userId], now);
    return platform.effects.run(platform, tx, 'userListingChanged', { userId });
  });
}

/** Batches writes: one statement at a time, and members who arrive meanwhile go into the next batch. */
function writeWithOthers(platform: Platform, userId: string): Promise<void> {
  const notes = notesOf(platform);
  if (notes.next) {
    notes.next.userIds.push(userId);
    return notes.next.written;
  }
  const userIds = [userId];
  const written = notes.writing.then(() => {
    notes.next = null;
    return writeLastActive(platform.db, userIds, platform.clock.now());
  });
  notes.next = { userIds, written };
  notes.writing = written.catch(() => {});
  return written;
}

// Skips rows that a sign-in or another node wrote recently or has locked.
async function writeLastActive(db: Platform['db'], userIds: string[], now: Date): Promise<void> {
  await sql`
    UPDATE users SET last_active_at = ${now} WHERE user_id IN (
      SELECT user_id FROM users
      WHERE user_id = ANY(${userIds}::uuid[])
        AND (last_active_at IS NULL OR last_active_at <= ${new Date(now.getTime() - minuteMs)})
      FOR NO KEY UPDATE SKIP LOCKED
    )`.execute(db);
}
