import * as z from 'zod/mini';
import { reportMessage } from './chat.ts';
import { endpoint } from './endpoint.ts';
import { languageCode } from './languages.ts';
import { empty, instant, uuid } from './text.ts';

/** A session can be joined from this long before its start until this long after its end. */
export const callWindowMs = { before: 5 * 60_000, after: 10 * 60_000 } as const;

/** Whether a session that starts and ends at these moments can be joined now. */
export const isCallOpen = (startsAt: Date, endsAt: Date, now: Date): boolean =>
  now.getTime() >= startsAt.getTime() - callWindowMs.before &&
  now.getTime() < endsAt.getTime() + callWindowMs.after;

/**
 * Who carries the sound. `always`: the relay of the installation, neither side learns the other's address. `choice`: the relay
 * unless a person turns it off. `off`: the two devices reach each other and can see each other's address.
 */
export const callRelays = ['always', 'choice', 'off'] as const;
export type CallRelay = (typeof callRelays)[number];

/** Why a session ended for both: its time was over, one blocked the other, it was cancelled, or an account is gone. */
export const callEndReasons = ['time', 'blocked', 'cancelled', 'gone'] as const;
export type CallEndReason = (typeof callEndReasons)[number];

/** What a note beside the talk is: a word to keep, or something said and how to say it better. */
export const callNoteKinds = ['word', 'correction'] as const;

/**
 * A person's place in a session. It belongs to one page, named by peerId; isHere is false while that page has no connection,
 * hasLeft is true once the person left or stayed away for longer than the grace.
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

/** How long a person talked in each half, an estimate of their own device. */
export const callTalk = z.object({ userId: uuid, firstMs: z.number(), secondMs: z.number() });
export type CallTalk = z.output<typeof callTalk>;

/** A word or a correction written down during a session; `better` belongs to a correction. */
export const callNote = z.object({
  noteId: uuid,
  userId: uuid,
  kind: z.enum(callNoteKinds),
  text: z.string(),
  better: z.nullable(z.string()),
  createdAt: instant,
});
export type CallNote = z.output<typeof callNote>;

/** The language of each half. */
export const callLanguages = z.object({ first: languageCode, second: languageCode });
export type CallLanguages = z.output<typeof callLanguages>;

/** A session as its two people may see it at any time: who is or was there, and what is left of it. */
export const callSummary = z.object({
  scheduleSlotId: uuid,
  startsAt: instant,
  /** The end of the booked time; a session that both extended ends later. */
  endsAt: instant,
  relay: z.enum(callRelays),
  /** When both were there for the first time within the booked time, or null. */
  startedAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  endReason: z.nullable(z.enum(callEndReasons)),
  /** How long both were there. */
  togetherMs: z.number(),
  languages: z.nullable(callLanguages),
  seats: z.array(callSeat),
  talk: z.array(callTalk),
  notes: z.array(callNote),
});
export type CallSummary = z.output<typeof callSummary>;

const withSlot = z.object({ scheduleSlotId: uuid });

/** A booked session for its two people: before it, during it and afterwards. */
export const getCallSummary = endpoint({
  method: 'GET',
  path: '/session/{scheduleSlotId}',
  access: 'signed-in',
  summary: 'What took place in a booked session',
  params: withSlot,
  result: callSummary,
});

/** Tells the admins what the other one said or did in a session; nobody else is told, and once is enough. */
export const reportSession = endpoint({
  method: 'POST',
  path: '/session/{scheduleSlotId}/report',
  access: 'signed-in',
  summary: 'Report the other one of a session',
  params: withSlot,
  payload: reportMessage.payload,
  result: empty,
});
