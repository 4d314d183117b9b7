import * as z from 'zod/mini';
import { instant } from './text.ts';

/** What somebody says of a session that is over: it took place, the other did not come, or the two moved it. */
export const sessionAnswer = z.enum(['kept', 'missed', 'moved']);
export type SessionAnswer = z.output<typeof sessionAnswer>;

/** What one has said oneself of a session that is over. What the other said is never told. */
export const ownOutcome = z.object({
  answer: z.nullable(sessionAnswer),
  /** Whether it can be answered, or answered differently, now. */
  isOpen: z.boolean(),
});
export type OwnOutcome = z.output<typeof ownOutcome>;

/** When the same time next week is, whether one would like it, and whether the other would. */
export const againOffer = z.object({ startsAt: instant, isAsked: z.boolean(), isWanted: z.boolean() });
export type AgainOffer = z.output<typeof againOffer>;

/** How many of the sessions that count somebody has kept. */
export const sessionRecord = z.object({ kept: z.number(), total: z.number() });
export type SessionRecord = z.output<typeof sessionRecord>;

/** How soon somebody usually answers: within an hour, a day, some days. */
export const answeringTime = z.enum(['hour', 'day', 'days']);
export type AnsweringTime = z.output<typeof answeringTime>;

/** A newcomer's card says so for this many days. */
export const newcomerDays = 28;
