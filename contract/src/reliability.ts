import * as z from 'zod/mini';
import { instant } from './text.ts';

/** A member's answer about a past session: it took place, the partner did not come, or the two moved it. */
export const sessionAnswer = z.enum(['kept', 'missed', 'moved']);
export type SessionAnswer = z.output<typeof sessionAnswer>;

/** The member's own answer about a past session. The partner's answer is never disclosed. */
export const ownOutcome = z.object({
  answer: z.nullable(sessionAnswer),
  /** Whether the answer can be given or changed now. */
  isOpen: z.boolean(),
});
export type OwnOutcome = z.output<typeof ownOutcome>;

/** The same time next week, whether the member has asked for it, and whether the partner has. */
export const againOffer = z.object({ startsAt: instant, isAsked: z.boolean(), isWanted: z.boolean() });
export type AgainOffer = z.output<typeof againOffer>;

/** A week without a session: cancelled, or one of the two was busy. */
const weekLeftOut = z.object({ startsAt: instant, reason: z.enum(['skipped', 'busy']) });

/** State of a weekly series: no request, requested by one of the two, or agreed by both. */
export const weekly = z.object({
  state: z.enum(['open', 'asked', 'wanted', 'agreed']),
  /** Future weeks of the series without a session, between the previous session and this one. */
  leftOut: z.array(weekLeftOut),
});
export type Weekly = z.output<typeof weekly>;

/** Sessions kept, out of those that count. */
export const sessionRecord = z.object({ kept: z.number(), total: z.number() });
export type SessionRecord = z.output<typeof sessionRecord>;

/** A member's usual response time: within an hour, a day, or some days. */
export const answeringTime = z.enum(['hour', 'day', 'days']);
export type AnsweringTime = z.output<typeof answeringTime>;

/** Days for which a card marks a member as new. */
export const newcomerDays = 28;
