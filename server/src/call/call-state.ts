import { type CallEndReason, type CallLanguages, type CallSeat, callWindowMs } from '@parlance/contract/call';
import {
  type CallTimer,
  callAliveEveryMs,
  callAskMaxAgeMs,
  callGraceMs,
} from '@parlance/contract/call-events';

/** The page that sits in for one of the two. */
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

/** A session as the database has it. What follows from the time alone is brought up to date by `settle`. */
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
  togetherSince: Date | null;
  asked: Ask[];
  seats: Seat[];
}

/** A page that is not heard of for so long has lost its connection, although nobody saw it go: its node died. */
export const silentAfterMs = 3 * callAliveEveryMs;

const later = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);

/** When a session is over for both, unless they have agreed on more. */
export const endOf = ({ endsAt, slotEndsAt }: CallState): Date =>
  endsAt ?? later(slotEndsAt, callWindowMs.after);

/** Whether the page has a connection. */
export const isHere = ({ awayAt, leftAt }: Seat): boolean => awayAt === null && leftAt === null;

/**
 * Brings a session up to `now`: who is silent is away, who is away for too long has left, both being there starts the halves, and
 * the end of the time ends it. Answers whether the halves wait for their languages.
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
    call.togetherMs += Math.max(0, until - call.togetherSince.getTime());
    call.togetherSince = null;
  }
}

/** How long both have been there until now. */
export const togetherMsAt = ({ togetherMs, togetherSince }: CallState, now: Date): number =>
  togetherMs + (togetherSince ? Math.max(0, now.getTime() - togetherSince.getTime()) : 0);

/** What remains once both are there is split in two. Before the booked time nothing runs; after it there is nothing to split. */
function runTimer(call: CallState, now: Date): void {
  if (areBothHere(call)) {
    if (call.startedAt || now >= call.slotEndsAt) return;
    const startedAt = now > call.slotStartsAt ? now : call.slotStartsAt;
    call.startedAt = startedAt;
    call.endsAt = call.slotEndsAt;
    call.swapAt = later(startedAt, (call.slotEndsAt.getTime() - startedAt.getTime()) / 2);
  } else if (call.startedAt && call.startedAt > now) {
    // Somebody went again before the time: it runs from when both are there.
    call.startedAt = call.swapAt = call.endsAt = null;
  }
}

/** Ends the session for both. */
export function endCall(call: CallState, reason: CallEndReason, at: Date): void {
  if (call.togetherSince) call.togetherMs = togetherMsAt(call, at);
  call.togetherSince = null;
  call.endedAt = at;
  call.endReason = reason;
  call.asked = [];
}

/** The seats as both may see them. */
export const toSeats = ({ seats }: CallState): CallSeat[] =>
  seats.map((seat) => ({
    userId: seat.userId,
    peerId: seat.peerId,
    isHere: isHere(seat),
    hasLeft: seat.leftAt !== null,
    isMuted: seat.isMuted,
    hasCamera: seat.hasCamera,
  }));

/** The halves as both may see them. */
export const toTimer = ({ startedAt, swapAt, endsAt, languages, asked }: CallState): CallTimer => ({
  startedAt,
  swapAt,
  endsAt,
  languages,
  asked,
});
