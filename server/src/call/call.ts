import type { CallNote, CallSummary } from '@parlance/contract/call';
import { type CallAnswer, type CallClientEvent, callNotes } from '@parlance/contract/call-events';
import { ApiError } from '@parlance/contract/errors';
import { filled } from '@parlance/contract/message';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { loadCall, loadNotes, loadTalk } from './call-rows.ts';
import { settle, togetherMsAt, toSeats, toTimer } from './call-state.ts';
import { wish } from './halves.ts';
import { inCall, isParty, seatOf } from './in-call.ts';
import { isRelayOnly, issueIceServers } from './turn.ts';

export { type Arrival, joinCall } from './joining.ts';

/** A heartbeat of a page. Returns what it may have missed, and relay credentials for the next minutes. */
export async function keepAlive(
  platform: Platform,
  { userId }: Caller,
  { scheduleSlotId, peerId }: CallClientEvent<'call:alive'>,
): Promise<CallAnswer<'call:alive'>> {
  const { call, now } = await inCall(platform, scheduleSlotId, (_tx, known, at) => {
    const seat = seatOf(known, userId, peerId);
    seat.seenAt = at;
    seat.awayAt = null;
    return { call: known, now: at };
  });
  const iceServers = issueIceServers(platform, { userId, scheduleSlotId });
  return { ok: true, serverNow: now, seats: toSeats(call), timer: toTimer(call), iceServers };
}

/** Leaves a session; the member can return while it is open. Leaving a lost seat has no effect. */
export async function leaveCall(
  platform: Platform,
  { userId }: Caller,
  { scheduleSlotId, peerId }: CallClientEvent<'call:leave'>,
): Promise<void> {
  await inCall(platform, scheduleSlotId, (_tx, call, now) => {
    if (!isParty(call, userId)) throw new ApiError('ResourceNotFound');
    const seat = call.seats.find((held) => held.peerId === peerId && held.heldByUserId === userId);
    if (seat) seat.leftAt ??= now;
  });
}

/** Updates the microphone and camera state that the partner sees. */
export async function setSeatState(
  platform: Platform,
  { userId }: Caller,
  { scheduleSlotId, peerId, isMuted, hasCamera }: CallClientEvent<'call:state'>,
): Promise<void> {
  await inCall(platform, scheduleSlotId, (_tx, call) => {
    Object.assign(seatOf(call, userId, peerId), { isMuted, hasCamera });
  });
}

/** Stores a member's talk time as counted by the page: the maximum per page, and in total never more than the time both were present. */
export async function keepTalk(
  platform: Platform,
  { userId: callerId }: Caller,
  { scheduleSlotId, peerId, ...counted }: CallClientEvent<'call:talk'>,
): Promise<void> {
  const { call, talk } = await inCall(platform, scheduleSlotId, async (tx, known, now) => {
    const { userId } = seatOf(known, callerId, peerId);
    const pages = await tx
      .selectFrom('call_talk')
      .select(['peer_id', 'first_ms', 'second_ms'])
      .where('schedule_slot_id', '=', scheduleSlotId)
      .where('user_id', '=', userId)
      .execute();
    const before = pages.find((page) => page.peer_id === peerId) ?? { first_ms: 0, second_ms: 0 };
    const elsewhereMs = pages
      .filter((page) => page.peer_id !== peerId)
      .reduce((sum, page) => sum + page.first_ms + page.second_ms, 0);
    const roomMs = Math.max(0, togetherMsAt(known, now) - elsewhereMs);
    const within = (ms: number, knownMs: number, takenMs: number) =>
      Math.max(knownMs, Math.min(Math.round(ms), roomMs - takenMs));
    const first_ms = within(counted.firstMs, before.first_ms, before.second_ms);
    const second_ms = within(counted.secondMs, before.second_ms, first_ms);
    await tx
      .insertInto('call_talk')
      .values({ schedule_slot_id: scheduleSlotId, user_id: userId, peer_id: peerId, first_ms, second_ms })
      .onConflict((conflict) =>
        conflict.columns(['schedule_slot_id', 'user_id', 'peer_id']).doUpdateSet({ first_ms, second_ms }),
      )
      .execute();
    return { call: known, talk: await loadTalk(tx, scheduleSlotId) };
  });
  for (const userId of [call.userId, call.bookedByUserId])
    platform.realtime.toUser(userId, 'call:talk', { scheduleSlotId, talk });
}

/** Adds a note for both. A noteId belongs to its first author: a repeat has no effect, and the other party cannot use it. */
export async function addNote(
  platform: Platform,
  { userId: callerId }: Caller,
  { scheduleSlotId, peerId, noteId, kind, text, better = null }: CallClientEvent<'call:note'>,
): Promise<CallNote> {
  const { call, note, isNew } = await inCall(platform, scheduleSlotId, async (tx, known, now) => {
    const { userId } = seatOf(known, callerId, peerId);
    const notes = await loadNotes(tx, scheduleSlotId);
    const same = notes.find((written) => written.noteId === noteId);
    if (same && same.userId !== userId) throw new ApiError('NotAllowed');
    if (same) return { call: known, note: same, isNew: false };
    if (notes.length >= callNotes.max) {
      throw new ApiError(
        'NotAllowed',
        filled('A session can have at most {max} notes.', { max: callNotes.max }),
      );
    }
    const written: CallNote = { noteId, userId, kind, text, better, createdAt: now };
    await tx
      .insertInto('call_notes')
      .values({
        schedule_slot_id: scheduleSlotId,
        user_id: userId,
        note_id: noteId,
        kind,
        text,
        better,
        created_at: now,
      })
      .execute();
    return { call: known, note: written, isNew: true };
  });
  if (isNew) {
    for (const userId of [call.userId, call.bookedByUserId])
      platform.realtime.toUser(userId, 'call:note', { scheduleSlotId, ...note });
  }
  return note;
}

/** Requests a change of the halves; it takes effect once both request it. */
export async function wishForTimer(
  platform: Platform,
  { userId }: Caller,
  { scheduleSlotId, peerId, ...wanted }: CallClientEvent<'call:timer'>,
): Promise<void> {
  await inCall(platform, scheduleSlotId, (_tx, call, now) =>
    wish(call, seatOf(call, userId, peerId).userId, wanted, now),
  );
}

/** The summary of a booked session for its two members; before the first join it has the booked time only. */
export async function getCallSummary(
  platform: Platform,
  { userId }: Caller,
  { scheduleSlotId }: { scheduleSlotId: string },
): Promise<CallSummary> {
  const { db, clock, config } = platform;
  const slot = await db
    .selectFrom('schedule_slots')
    .select(['user_id', 'booked_by_user_id', 'starts_at', 'ends_at'])
    .where('schedule_slot_id', '=', scheduleSlotId)
    .executeTakeFirst();
  const call = await loadCall(db, scheduleSlotId, 'as it is');
  const isBooked = slot !== undefined && slot.booked_by_user_id !== null;
  const isTheirs = isBooked && [slot.user_id, slot.booked_by_user_id].includes(userId);
  if (!isTheirs) throw new ApiError('ResourceNotFound');
  const now = clock.now();
  const took = call && call.bookedByUserId === slot.booked_by_user_id ? call : null;
  if (took) settle(took, now);
  return {
    scheduleSlotId,
    startsAt: slot.starts_at,
    endsAt: slot.ends_at,
    relay: isRelayOnly(config) ? config.callRelay : 'off',
    startedAt: took?.startedAt ?? null,
    endedAt: took?.endedAt ?? null,
    endReason: took?.endReason ?? null,
    togetherMs: took ? togetherMsAt(took, now) : 0,
    languages: took?.languages ?? null,
    // The seats of an ended session are frozen; no page is connected any more.
    seats: took ? toSeats(took).map((seat) => ({ ...seat, isHere: seat.isHere && !took.endedAt })) : [],
    talk: took ? await loadTalk(db, scheduleSlotId) : [],
    notes: took ? await loadNotes(db, scheduleSlotId) : [],
  };
}
