import { isCallOpen } from '@parlance/contract/call';
import type { CallJoined } from '@parlance/contract/call-events';
import { ApiError } from '@parlance/contract/errors';
import { sql } from 'kysely';
import { areBlocked, lockPair } from '#people/people';
import type { Tx } from '#platform/effects';
import { createFairQueue } from '#platform/fair-queue';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { callNode } from './call-node.ts';
import { loadNotes, loadTalk } from './call-rows.ts';
import { type CallState, type Seat, toSeats, toTimer } from './call-state.ts';
import { inCall, isParty } from './in-call.ts';
import { isRelayOnly, issueIceServers } from './turn.ts';

interface Booking {
  user_id: string;
  booked_by_user_id: string;
  starts_at: Date;
  ends_at: Date;
}

const replacedPeersMax = 50;

// Sessions start together on the quarter hour: joins must not take all connections from running sessions.
const queueJoin = createFairQueue({ concurrency: 8 });

/** A page that joins. */
export interface Arrival {
  caller: Caller;
  socketId: string;
  payload: { scheduleSlotId: string; peerId: string };
  /** The seat's member, if the page of the other party holds it too; the calling code authorises this. */
  seatUserId?: string;
}

/** Takes a seat of a session for a page. The page that had the seat before receives `call:replaced`. */
export async function joinCall(
  platform: Platform,
  { caller, socketId, payload, seatUserId = caller.userId }: Arrival,
): Promise<CallJoined> {
  const { scheduleSlotId, peerId } = payload;
  const { held, takeJoin } = callNode(platform);
  const waitSeconds = takeJoin(caller.userId);
  if (waitSeconds > 0) throw new ApiError('TooManyRequests', { timeout: waitSeconds });

  const joined = await queueJoin(() =>
    inCall(
      platform,
      scheduleSlotId,
      async (tx, call, now) => {
        if (call.endedAt) throw new ApiError('NotAllowed', { message: 'This session has ended.' });
        if (!isParty(call, seatUserId)) throw new ApiError('ResourceNotFound');
        if (call.seats.some((seat) => seat.userId !== seatUserId && seat.peerId === peerId))
          throw new ApiError('NotAllowed', { message: 'This page joined as the other person.' });
        const replaced = sitDown(
          call,
          { userId: seatUserId, peerId, heldByUserId: caller.userId, socketId },
          now,
        );
        const [talk, notes] = [await loadTalk(tx, scheduleSlotId), await loadNotes(tx, scheduleSlotId)];
        return { call, now, talk, notes, replaced };
      },
      (tx) => openCall(platform, tx, caller.userId, scheduleSlotId),
    ),
  );
  const { call, now, talk, notes, replaced } = joined;

  if (replaced)
    platform.realtime.toUser(replaced.heldByUserId, 'call:replaced', {
      scheduleSlotId,
      peerId: replaced.peerId,
    });
  if (replaced?.peerId === peerId)
    throw new ApiError('NotAllowed', { message: 'You joined from another tab or device.' });
  held.set(socketId, [...(held.get(socketId) ?? []).filter((seat) => seat.peerId !== peerId), payload]);
  return {
    ok: true,
    iceServers: issueIceServers(platform, { userId: caller.userId, scheduleSlotId }),
    relayOnly: isRelayOnly(platform.config),
    serverNow: now,
    seats: toSeats(call),
    timer: toTimer(call),
    talk,
    notes,
  };
}

/** Returns the page to notify of a lost seat: the former one, or the joining one if it was replaced before. */
function sitDown(
  call: CallState,
  wanted: Pick<Seat, 'userId' | 'peerId' | 'heldByUserId' | 'socketId'>,
  now: Date,
): Pick<Seat, 'peerId' | 'heldByUserId'> | null {
  const former = call.seats.find((seat) => seat.userId === wanted.userId);
  if (former?.replacedPeerIds.includes(wanted.peerId)) return wanted;
  const isSamePage = former?.peerId === wanted.peerId;
  const seat: Seat = {
    ...wanted,
    joinedAt: former?.joinedAt ?? now,
    seenAt: now,
    awayAt: null,
    leftAt: null,
    isMuted: isSamePage && former.isMuted,
    hasCamera: isSamePage && former.hasCamera,
    replacedPeerIds:
      !former || isSamePage
        ? (former?.replacedPeerIds ?? [])
        : [...former.replacedPeerIds, former.peerId].slice(-replacedPeersMax),
  };
  call.seats = former ? call.seats.map((known) => (known === former ? seat : known)) : [...call.seats, seat];
  return former && !isSamePage && !former.leftAt ? former : null;
}

/** Throws the reason for a refusal. Creates the session on the first join. */
async function openCall(platform: Platform, tx: Tx, userId: string, scheduleSlotId: string): Promise<void> {
  const booking = (await tx
    .selectFrom('schedule_slots')
    .select(['user_id', 'booked_by_user_id', 'starts_at', 'ends_at'])
    .where('schedule_slot_id', '=', scheduleSlotId)
    .where('booked_by_user_id', 'is not', null)
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('booked_by_user_id', '=', userId)]))
    .executeTakeFirst()) as Booking | undefined;
  if (!booking) throw new ApiError('ResourceNotFound');
  const { user_id, booked_by_user_id, starts_at, ends_at } = booking;
  await lockPair(tx, user_id, booked_by_user_id);
  // Locks both accounts against a ban or deletion until the end; a later one finds this session and ends it.
  const { rows: people } = await sql<{ banned_at: Date | null }>`
    SELECT banned_at FROM users WHERE user_id IN (${user_id}, ${booked_by_user_id})
    ORDER BY user_id FOR SHARE`.execute(tx);
  if (people.length < 2 || people.some(({ banned_at }) => banned_at)) throw new ApiError('ResourceNotFound');
  if (await areBlocked(tx, user_id, booked_by_user_id)) throw new ApiError('UserIsBlocked');
  if (!isCallOpen(starts_at, ends_at, platform.clock.now()))
    throw new ApiError('NotAllowed', { message: 'This session is not open now.' });
  // A slot that was released and booked again has a new session.
  await sql`
    DELETE FROM calls WHERE schedule_slot_id = ${scheduleSlotId}
      AND (user_id, booked_by_user_id) <> (${user_id}, ${booked_by_user_id})`.execute(tx);
  await tx
    .insertInto('calls')
    .values({ schedule_slot_id: scheduleSlotId, user_id, booked_by_user_id })
    .onConflict((conflict) => conflict.column('schedule_slot_id').doNothing())
    .execute();
}
