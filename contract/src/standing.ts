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

/** A week without a session: somebody called it off, or one of the two had something else. */
const weekLeftOut = z.object({ startsAt: instant, reason: z.enum(['skipped', 'busy']) });

/** How a session stands to a weekly series: nobody has asked, one has, the other would like to, or both have agreed. */
export const weekly = z.object({
  state: z.enum(['open', 'asked', 'wanted', 'agreed']),
  /** Weeks of the series that lie ahead and have no session, between the one before and this one. */
  leftOut: z.array(weekLeftOut),
});
export type Weekly = z.output<typeof weekly>;

/** How many of the sessions that count somebody has kept. */
export const sessionRecord = z.object({ kept: z.number(), total: z.number() });
export type SessionRecord = z.output<typeof sessionRecord>;

/** How soon somebody usually answers: within an hour, a day, some days. */
export const answeringTime = z.enum(['hour', 'day', 'days']);
export type AnsweringTime = z.output<typeof answeringTime>;

/** A newcomer's card says so for this many days. */
export const newcomerDays = 28;
