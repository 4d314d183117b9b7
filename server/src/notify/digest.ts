import { sql } from 'kysely';
import { takesNotice } from '#account/account';
import type { Tx } from '#platform/effects';
import { localDay, momentAt, nextMomentAt } from '#platform/local-time';
import { queueMails } from '#platform/mail-queue';
import type { Platform } from '#platform/platform';
import { zoneOf } from '#schedule/schedule';
import { hasNews, type Reader } from './digest-news.ts';

/** Local minutes after midnight between which a digest is sent. */
const digestMinutes = { from: 8 * 60, until: 12 * 60 } as const;
const turnsAtOnce = 200;
/** News counts since the last digest, up to this age. */
const newForMs = 24 * 3_600_000;
const newAtMostForMs = 7 * newForMs;
const lookForMs = 5000;

/** The stored data of a queued digest. */
export interface DigestFacts {
  /** The reader's local day. */
  day: string;
  /** Members who joined since are new. */
  newSince: string;
}

interface Turn {
  user_id: string;
  looked_at: Date | null;
  last_day: string | null;
  time_zone: string | null;
  local_tz_offset: number | null;
  takes_digest: boolean;
}

/** Queues due digests and schedules the next one of each reader. */
export async function queueDueDigests(platform: Platform): Promise<void> {
  const endsAt = performance.now() + lookForMs;
  while ((await queueBatch(platform)) && performance.now() < endsAt) {}
}

/** One transaction per batch: a dying node leaves no partial state, and other nodes skip the locked rows. */
async function queueBatch({ db, clock }: Platform): Promise<boolean> {
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    const turns = await takeTurns(tx, now);
    const today = (turn: Turn) => localDay(now, zoneOf(turn).id);
    const due = turns.filter((turn) => turn.takes_digest && isMorning(turn, now));
    const readers = due.map((turn): Reader => ({ userId: turn.user_id, newSince: newSinceOf(turn, now) }));
    const told = await hasNews(tx, readers, now);
    const mails = due
      .filter(({ user_id }) => told.has(user_id))
      .map((turn) => ({
        kind: 'digest',
        userId: turn.user_id,
        about: { day: today(turn), newSince: newSinceOf(turn, now).toISOString() } satisfies DigestFacts,
      }));
    await queueMails(tx, clock, mails);
    const lookedAt = new Set(due.map(({ user_id }) => user_id));
    await endTurns(
      tx,
      turns.map((turn) => ({
        user_id: turn.user_id,
        look_at: nextMomentAt(now, digestMinutes.from, zoneOf(turn).id),
        looked_at: lookedAt.has(turn.user_id) ? now : turn.looked_at,
        last_day: told.has(turn.user_id) ? today(turn) : turn.last_day,
      })),
    );
    return turns.length === turnsAtOnce;
  });
}

/** Skips accounts that are being deleted, to avoid a deadlock. */
async function takeTurns(tx: Tx, now: Date): Promise<Turn[]> {
  const { rows } = await sql<Turn>`
    SELECT turn.user_id, turn.looked_at, turn.last_day::text AS last_day, u.time_zone, u.local_tz_offset,
      u.email IS NOT NULL AND u.banned_at IS NULL
        AND ${takesNotice(sql`u.user_id`, 'daily-digest-notification')} AS takes_digest
    FROM digest_turns AS turn JOIN users AS u ON u.user_id = turn.user_id
    WHERE turn.look_at <= ${now}
    ORDER BY turn.look_at LIMIT ${turnsAtOnce}
    FOR UPDATE OF turn SKIP LOCKED FOR KEY SHARE OF u SKIP LOCKED`.execute(tx);
  return rows;
}

/** Whether a digest is due and the local day has had none: a member who moves west has the same day twice. */
function isMorning(turn: Turn, now: Date): boolean {
  const zone = zoneOf(turn).id;
  const day = localDay(now, zone);
  if (turn.last_day !== null && turn.last_day >= day) return false;
  return now >= momentAt(day, digestMinutes.from, zone) && now < momentAt(day, digestMinutes.until, zone);
}

function newSinceOf({ looked_at }: Turn, now: Date): Date {
  const since = looked_at?.getTime() ?? now.getTime() - newForMs;
  return new Date(Math.max(since, now.getTime() - newAtMostForMs));
}

type EndedTurn = Pick<Turn, 'user_id' | 'looked_at' | 'last_day'> & { look_at: Date };

async function endTurns(tx: Tx, turns: EndedTurn[]): Promise<void> {
  if (turns.length === 0) return;
  await sql`
    UPDATE digest_turns AS turn
    SET look_at = next.look_at, looked_at = next.looked_at, last_day = next.last_day
    FROM jsonb_to_recordset(${JSON.stringify(turns)}::jsonb)
      AS next(user_id uuid, look_at timestamptz, looked_at timestamptz, last_day date)
    WHERE turn.user_id = next.user_id`.execute(tx);
}
