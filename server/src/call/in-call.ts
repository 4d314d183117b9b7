import { ApiError } from '@parlance/contract/errors';
import type { DomainEvents } from '#domain/events';
import type { AfterCommit, Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { retriedTransaction } from '#platform/retried-transaction';
import { callNode } from './call-node.ts';
import { loadCall, saveCall } from './call-rows.ts';
import { type CallState, type Seat, settle, toSeats, toTimer } from './call-state.ts';
import { drawLanguages } from './halves.ts';

/** A change inside a locked and settled session; it has no effect once the session has ended. */
type Act<Result> = (tx: Tx, call: CallState, now: Date) => Promise<Result> | Result;

/** Runs an act in a session under its lock. Acts are serialised across nodes; changes are announced to both. */
export async function inCall<Result>(
  platform: Platform,
  scheduleSlotId: string,
  act: Act<Result>,
  prepare: (tx: Tx) => Promise<void> = async () => {},
): Promise<Result> {
  const { result, announce } = await retriedTransaction(platform, async (tx) => {
    await prepare(tx);
    const call = await loadCall(tx, scheduleSlotId, 'locked');
    if (!call) throw new ApiError('ResourceNotFound');
    const before = structuredClone(call);
    const now = platform.clock.now();
    settle(call, now);
    // An ended session is frozen: a changed seat would show the other party, who may be blocked, that this member comes or goes.
    const done = await act(tx, call.endedAt ? structuredClone(call) : call, now);
    if (settle(call, now).needsLanguages) call.languages = await drawLanguages(tx, call);
    await saveCall(tx, before, call);
    const announce = announcementOf(platform, before, call);
    if (before.endedAt || !call.endedAt) return { result: done, announce };
    const afterEnd = await platform.effects.run(platform, tx, 'sessionEnded', toEnded(call, call.endedAt));
    const announceBoth = async () => {
      await announce();
      await afterEnd();
    };
    return { result: done, announce: announceBoth };
  });
  await announce();
  return result;
}

const toEnded = (call: CallState, endedAt: Date): DomainEvents['sessionEnded'] => ({
  scheduleSlotId: call.scheduleSlotId,
  userIds: [call.userId, call.bookedByUserId],
  startedAt: call.startedAt ?? endedAt,
  languages: call.languages,
  firstMs: call.togetherFirstMs,
  secondMs: Math.max(0, call.togetherMs - call.togetherFirstMs),
});

/** Emits the current state to all pages of both. */
function announcementOf(platform: Platform, before: CallState, call: CallState): AfterCommit {
  const { scheduleSlotId } = call;
  const [seats, timer] = [toSeats(call), toTimer(call)];
  const haveSeatsChanged = JSON.stringify(toSeats(before)) !== JSON.stringify(seats);
  const hasTimerChanged = JSON.stringify(toTimer(before)) !== JSON.stringify(timer);
  return () => {
    const { countStart } = callNode(platform);
    if (before.togetherMs === 0 && before.togetherSince === null && call.togetherSince) countStart();
    for (const userId of [call.userId, call.bookedByUserId]) {
      if (haveSeatsChanged) platform.realtime.toUser(userId, 'call:seats', { scheduleSlotId, seats });
      if (hasTimerChanged) platform.realtime.toUser(userId, 'call:timer', { scheduleSlotId, ...timer });
    }
    if (!before.endedAt && call.endReason) announceEnd(platform, { ...call, endReason: call.endReason });
  };
}

/** Emits the end of a session to both. */
export function announceEnd(
  platform: Platform,
  {
    scheduleSlotId,
    userId,
    bookedByUserId,
    endReason,
  }: Pick<CallState, 'scheduleSlotId' | 'userId' | 'bookedByUserId'> & {
    endReason: NonNullable<CallState['endReason']>;
  },
): void {
  callNode(platform).countEnd(endReason);
  for (const party of [userId, bookedByUserId])
    platform.realtime.toUser(party, 'call:ended', { scheduleSlotId, reason: endReason });
}

export const isParty = ({ userId, bookedByUserId }: CallState, who: string): boolean =>
  who === userId || who === bookedByUserId;

/** The seat of a page. A stranger gets not found; a page that lost its seat has to join again or was replaced. */
export function seatOf(call: CallState, callerId: string, peerId: string): Seat {
  if (!isParty(call, callerId)) throw new ApiError('ResourceNotFound');
  if (call.endedAt) throw new ApiError('NotAllowed', { message: 'This session has ended.' });
  const seat = call.seats.find((held) => held.peerId === peerId && held.heldByUserId === callerId);
  if (!seat || seat.leftAt)
    throw new ApiError('NotAllowed', { message: 'This page has not joined the session.' });
  return seat;
}
