import { type CallEndReason, type CallLanguages, type CallSeat, callWindowMs } from '@parlance/contract/call';
import {
  type CallTimer,
  callAliveEveryMs,
  callAskMaxAgeMs,
  callGraceMs,
} from '@parlance/contract/call-events';

/** The page that represents one of the two members. */
export interface Seat {
  userId: string;
  peerId: string;
  heldByUserId: string;
  socketId: string;
  joinedAt: Date;
  seenAt: Date;
  awayAt: Date | null;
  leftAt: Date | null;
  isMuted: boolean;
  hasCamera: boolean;
  replacedPeerIds: string[];
}

export type Ask = CallTimer['asked'][number];

/** A stored session. `settle` applies what follows from the time alone. */
export interface CallState {
  scheduleSlotId: string;
  /** The booked time. */
  slotStartsAt: Date;
  slotEndsAt: Date;
  userId: string;
  bookedByUserId: string;
  languages: CallLanguages | null;
  startedAt: Date | null;
  swapAt: Date | null;
  endsAt: Date | null;
  endedAt: Date | null;
  endReason: CallEndReason | null;
  togetherMs: number;
  /** The part of `togetherMs` before the swap of the halves. */
  togetherFirstMs: number;
  togetherSince: Date | null;
  asked: Ask[];
  seats: Seat[];
}

/** A page without a heartbeat for this long is disconnected, even without a close event, since its node may have died. */
export const silentAfterMs = 3 * callAliveEveryMs;

const later = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);

/** The end of a session for both, unless they agree on an extension. */
export const endOf = ({ endsAt, slotEndsAt }: CallState): Date =>
  endsAt ?? later(slotEndsAt, callWindowMs.after);

/** Whether the page is connected. */
export const isHere = ({ awayAt, leftAt }: Seat): boolean => awayAt === null && leftAt === null;

/**
 * Advances a session to `now`: silent pages become away, away pages leave after the grace period, the timer starts once both are present,
 * and the session ends on time. Returns whether languages have to be drawn.
 */
export function settle(call: CallState, now: Date): { needsLanguages: boolean } {
  if (call.endedAt) return { needsLanguages: false };
  const end = endOf(call);
  const at = now < end ? now : end;
  for (const seat of call.seats) age(seat, at);
  countTogether(call, at);
  runTimer(call, at);
  call.asked = call.asked.filter(({ askedAt }) => later(askedAt, callAskMaxAgeMs) > now);
  if (end <= now) endCall(call, 'time', end);
  return { needsLanguages: call.startedAt !== null && call.languages === null };
}

function age(seat: Seat, now: Date): void {
  if (seat.leftAt) return;
  if (seat.awayAt === null && later(seat.seenAt, silentAfterMs) <= now) seat.awayAt = seat.seenAt;
  if (seat.awayAt && later(seat.awayAt, callGraceMs) <= now) seat.leftAt = later(seat.awayAt, callGraceMs);
}

const areBothHere = ({ seats }: CallState): boolean => seats.length === 2 && seats.every(isHere);

function countTogether(call: CallState, now: Date): void {
  if (areBothHere(call)) {
    call.togetherSince ??= now;
  } else if (call.togetherSince) {
    const goneAt = call.seats.flatMap(({ awayAt, leftAt }) => awayAt ?? leftAt ?? []);
    const until = Math.min(now.getTime(), ...goneAt.map((moment) => moment.getTime()));
    addTogether(call, until);
  }
}

/** Adds the present stretch up to `until`, in milliseconds. Before the timer has started, it belongs to the first half. */
function addTogether(call: CallState, until: number): void {
  const since = call.togetherSince?.getTime() ?? until;
  const swap = call.swapAt?.getTime() ?? until;
  call.togetherMs += Math.max(0, until - since);
  call.togetherFirstMs += Math.max(0, Math.min(until, swap) - since);
  call.togetherSince = null;
}

/** The time both have been present until now. */
export const togetherMsAt = ({ togetherMs, togetherSince }: CallState, now: Date): number =>
  togetherMs + (togetherSince ? Math.max(0, now.getTime() - togetherSince.getTime()) : 0);

/** Splits the remaining time into halves once both are present. It never starts before the booked time, nor after its end. */
function runTimer(call: CallState, now: Date): void {
  if (areBothHere(call)) {
    if (call.startedAt || now >= call.slotEndsAt) return;
    const startedAt = now > call.slotStartsAt ? now : call.slotStartsAt;
    call.startedAt = startedAt;
    call.endsAt = call.slotEndsAt;
    call.swapAt = later(startedAt, (call.slotEndsAt.getTime() - startedAt.getTime()) / 2);
  } else if (call.startedAt && call.startedAt > now) {
    // One of the two left before the start: the timer waits until both are present.
    call.startedAt = call.swapAt = call.endsAt = null;
  }
}

export function endCall(call: CallState, reason: CallEndReason, at: Date): void {
  addTogether(call, at.getTime());
  call.endedAt = at;
  call.endReason = reason;
  call.asked = [];
}

/** The seats in the form of the contract. */
export const toSeats = ({ seats }: CallState): CallSeat[] =>
  seats.map((seat) => ({
    userId: seat.userId,
    peerId: seat.peerId,
    isHere: isHere(seat),
    hasLeft: seat.leftAt !== null,
    isMuted: seat.isMuted,
    hasCamera: seat.hasCamera,
  }));

/** The timer in the form of the contract. */
export const toTimer = ({ startedAt, swapAt, endsAt, languages, asked }: CallState): CallTimer => ({
  startedAt,
  swapAt,
  endsAt,
  languages,
  asked,
});
