import * as z from 'zod/mini';
import { reportMessage } from './chat.ts';
import { endpoint } from './endpoint.ts';
import { languageCode } from './languages.ts';
import { empty, instant, uuid } from './text.ts';

/** A session can be joined from `before` its start until `after` its end. */
export const callWindowMs = { before: 5 * 60_000, after: 10 * 60_000 } as const;

export const isCallOpen = (startsAt: Date, endsAt: Date, now: Date): boolean =>
  now.getTime() >= startsAt.getTime() - callWindowMs.before &&
  now.getTime() < endsAt.getTime() + callWindowMs.after;

/**
 * Audio route. `always`: only the relay, so IP addresses stay hidden. `choice`: the relay unless a member turns it off.
 * `off`: a direct connection, in which the two devices see each other's IP address.
 */
export const callRelays = ['always', 'choice', 'off'] as const;
export type CallRelay = (typeof callRelays)[number];

/** Why a session ended for both: time over, one blocked the other, cancelled, or an account deleted. */
export const callEndReasons = ['time', 'blocked', 'cancelled', 'gone'] as const;
export type CallEndReason = (typeof callEndReasons)[number];

export const callNoteKinds = ['word', 'correction'] as const;

/**
 * A member's seat in a session. It belongs to one page, identified by peerId. isHere is false while that page is disconnected;
 * hasLeft is true once the member left or the grace period expired.
 */
export const callSeat = z.object({
  userId: uuid,
  peerId: uuid,
  isHere: z.boolean(),
  hasLeft: z.boolean(),
  isMuted: z.boolean(),
  hasCamera: z.boolean(),
});
export type CallSeat = z.output<typeof callSeat>;

/** Talk time of a member in each half, estimated by the member's own device. */
export const callTalk = z.object({ userId: uuid, firstMs: z.number(), secondMs: z.number() });
export type CallTalk = z.output<typeof callTalk>;

/** A note taken during a session; only a correction has `better`. */
export const callNote = z.object({
  noteId: uuid,
  userId: uuid,
  kind: z.enum(callNoteKinds),
  text: z.string(),
  better: z.nullable(z.string()),
  createdAt: instant,
});
export type CallNote = z.output<typeof callNote>;

export const callLanguages = z.object({ first: languageCode, second: languageCode });
export type CallLanguages = z.output<typeof callLanguages>;

/** A session as both members can see it at any time: attendance and notes. */
export const callSummary = z.object({
  scheduleSlotId: uuid,
  startsAt: instant,
  /** The end of the booked time; an extended session ends later. */
  endsAt: instant,
  relay: z.enum(callRelays),
  /** When both were first present within the booked time, or null. */
  startedAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  endReason: z.nullable(z.enum(callEndReasons)),
  /** How long both were present. */
  togetherMs: z.number(),
  languages: z.nullable(callLanguages),
  seats: z.array(callSeat),
  talk: z.array(callTalk),
  notes: z.array(callNote),
});
export type CallSummary = z.output<typeof callSummary>;

const withSlot = z.object({ scheduleSlotId: uuid });

/** A booked session for its two members: before, during and after it. */
export const getCallSummary = endpoint({
  method: 'GET',
  path: '/session/{scheduleSlotId}',
  access: 'signed-in',
  summary: 'What took place in a booked session',
  params: withSlot,
  result: callSummary,
});

/** Reports the partner of a session to the admins, once; the partner is not notified. */
export const reportSession = endpoint({
  method: 'POST',
  path: '/session/{scheduleSlotId}/report',
  access: 'signed-in',
  summary: 'Report the other one of a session',
  params: withSlot,
  payload: reportMessage.payload,
  result: empty,
});
