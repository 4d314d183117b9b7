import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { languageCode } from './languages.ts';
import { queryInteger, timeZone, uuid } from './text.ts';

/** Number of weeks, including the present one. */
export const progressWeeks = 12;
/** A phrase is known when the predicted recall after this many days is at least nine in ten. */
export const knownAfterDays = 21;
/** Sample for language detection: own messages per week, and characters of each. */
export const progressMessages = { aWeek: 30, characters: 300 } as const;
export const reviewsCountedMax = 2000;

/** A calendar day, such as 2030-03-05. */
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Must be a date'));

const calendar = {
  /** Time zone of the days; that of the account by default. */
  timeZone: z.optional(timeZone),
  /** First day of the week: 1 is Monday (the default), 7 is Sunday. */
  weekStart: z.optional(queryInteger(1, 7)),
};

/** Activity of the present week. It counts only what was done, never what was missed. */
export const rhythm = z.object({
  today: day,
  /** Minutes of practice today: in sessions with both present, and each minute with an own message or a review. */
  minutesToday: z.optional(z.number()),
  /** The seven days of the week. A message, a review or a session makes a day one of practice. */
  days: z.array(z.object({ day, isPractised: z.boolean() })),
  /** Sessions with both present, or confirmed by one of the two. */
  sessions: z.number(),
  phrasesSaved: z.number(),
  /** Distinct phrases. */
  phrasesReviewed: z.number(),
});
export type Rhythm = z.output<typeof rhythm>;

export const progressWeek = z.object({
  startsOn: day,
  sessions: z.number(),
  /** The member's own talk time by language of the half. A half without a language is left out. */
  talk: z.array(z.object({ languageCode, ms: z.number() })),
  phrasesSaved: z.number(),
  /** Distinct phrases of the week. */
  phrasesReviewed: z.number(),
  /** Phrases of the present book that existed at the end of the week, and how many of them are known since. */
  phrasesKept: z.number(),
  phrasesKnown: z.number(),
  /** Beginnings of some of the member's own messages, newest first; the client detects their languages. */
  messages: z.array(z.object({ chatMessageId: uuid, content: z.string() })),
});
export type ProgressWeek = z.output<typeof progressWeek>;

/** Private to the member. */
export const getRhythm = endpoint({
  method: 'GET',
  path: '/user/rhythm',
  access: 'signed-in',
  summary: 'Own rhythm: the days of practice of this week, its sessions and phrases',
  payload: z.object(calendar),
  result: rhythm,
});

/** Private to the member. The present week comes last. */
export const getProgress = endpoint({
  method: 'GET',
  path: '/user/progress',
  access: 'signed-in',
  summary: 'Own progress: talk, messages and phrases of the last twelve weeks',
  payload: z.object(calendar),
  result: z.object({ weeks: z.array(progressWeek) }),
});
