import type { CallEndReason, CallNote, CallTalk } from '@parlance/contract/call';
import type { LanguageCode } from '@parlance/contract/languages';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { CallSeats, Calls, Tables } from '#domain/tables.generated';
import type { Tx } from '#platform/effects';
import type { Ask, CallState, Seat } from './call-state.ts';

type CallRow = Selectable<Calls> & { slot_starts_at: Date; slot_ends_at: Date };

/** The session with its seats, or null before the first join; locked until the transaction ends on request. */
export async function loadCall(
  db: Kysely<Tables>,
  scheduleSlotId: string,
  how: 'locked' | 'as it is',
): Promise<CallState | null> {
  const lock = how === 'locked' ? sql`FOR UPDATE OF call` : sql``;
  const { rows } = await sql<CallRow>`
    SELECT call.*, slot.starts_at AS slot_starts_at, slot.ends_at AS slot_ends_at
    FROM calls AS call JOIN schedule_slots AS slot USING (schedule_slot_id)
    WHERE schedule_slot_id = ${scheduleSlotId} ${lock}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const seats = await db
    .selectFrom('call_seats')
    .selectAll()
    .where('schedule_slot_id', '=', scheduleSlotId)
    .orderBy('joined_at')
    .orderBy('user_id')
    .execute();
  return toState(row, seats.map(toSeat));
}

const toState = (row: CallRow, seats: Seat[]): CallState => ({
  scheduleSlotId: row.schedule_slot_id,
  slotStartsAt: row.slot_starts_at,
  slotEndsAt: row.slot_ends_at,
  userId: row.user_id,
  bookedByUserId: row.booked_by_user_id,
  languages:
    row.first_language === null || row.second_language === null
      ? null
      : { first: row.first_language as LanguageCode, second: row.second_language as LanguageCode },
  startedAt: row.started_at,
  swapAt: row.swap_at,
  endsAt: row.ends_at,
  endedAt: row.ended_at,
  endReason: row.end_reason as CallEndReason | null,
  togetherMs: Number(row.together_ms),
  togetherFirstMs: Number(row.together_first_ms),
  togetherSince: row.together_since,
  asked: (row.asked as unknown as (Omit<Ask, 'askedAt'> & { askedAt: string })[]).map((ask) => ({
    ...ask,
    askedAt: new Date(ask.askedAt),
  })),
  seats,
});

const toSeat = (row: Selectable<CallSeats>): Seat => ({
  userId: row.user_id,
  peerId: row.peer_id,
  heldByUserId: row.held_by_user_id,
  socketId: row.socket_id,
  joinedAt: row.joined_at,
  seenAt: row.seen_at,
  awayAt: row.away_at,
  leftAt: row.left_at,
  isMuted: row.is_muted,
  hasCamera: row.has_camera,
  replacedPeerIds: row.replaced_peer_ids,
});

/** Writes the differences to `before`, a copy of the loaded state. */
export async function saveCall(tx: Tx, before: CallState, call: CallState): Promise<void> {
  const { seats: seatsBefore, ...callBefore } = before;
  const { seats, ...callNow } = call;
  if (!isEqual(callBefore, callNow)) {
    await tx
      .updateTable('calls')
      .set({
        first_language: call.languages?.first ?? null,
        second_language: call.languages?.second ?? null,
        started_at: call.startedAt,
        swap_at: call.swapAt,
        ends_at: call.endsAt,
        ended_at: call.endedAt,
        end_reason: call.endReason,
        together_ms: Math.round(call.togetherMs),
        together_first_ms: Math.round(call.togetherFirstMs),
        together_since: call.togetherSince,
        asked: JSON.stringify(call.asked),
      })
      .where('schedule_slot_id', '=', call.scheduleSlotId)
      .execute();
  }
  for (const seat of seats) {
    const known = seatsBefore.find(({ userId }) => userId === seat.userId);
    if (!isEqual(known, seat)) await saveSeat(tx, call.scheduleSlotId, seat);
  }
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

async function saveSeat(tx: Tx, scheduleSlotId: string, seat: Seat): Promise<void> {
  const columns = {
    peer_id: seat.peerId,
    held_by_user_id: seat.heldByUserId,
    socket_id: seat.socketId,
    joined_at: seat.joinedAt,
    seen_at: seat.seenAt,
    away_at: seat.awayAt,
    left_at: seat.leftAt,
    is_muted: seat.isMuted,
    has_camera: seat.hasCamera,
    replaced_peer_ids: seat.replacedPeerIds,
  };
  await tx
    .insertInto('call_seats')
    .values({ schedule_slot_id: scheduleSlotId, user_id: seat.userId, ...columns })
    .onConflict((conflict) => conflict.columns(['schedule_slot_id', 'user_id']).doUpdateSet(columns))
    .execute();
}

/** Talk time of each member, summed over their pages. */
export async function loadTalk(db: Kysely<Tables>, scheduleSlotId: string): Promise<CallTalk[]> {
  const { rows } = await sql<CallTalk>`
    SELECT user_id AS "userId", sum(first_ms)::float8 AS "firstMs", sum(second_ms)::float8 AS "secondMs"
    FROM call_talk WHERE schedule_slot_id = ${scheduleSlotId} GROUP BY user_id ORDER BY user_id`.execute(db);
  return rows;
}

/** The notes in the order of writing. */
export async function loadNotes(db: Kysely<Tables>, scheduleSlotId: string): Promise<CallNote[]> {
  const rows = await db
    .selectFrom('call_notes')
    .select(['note_id as noteId', 'user_id as userId', 'kind', 'text', 'better', 'created_at as createdAt'])
    .where('schedule_slot_id', '=', scheduleSlotId)
    .orderBy('created_at')
    .orderBy('note_id')
    .execute();
  return rows as CallNote[];
}
