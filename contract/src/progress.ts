import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { languageCode } from './languages.ts';
import { queryInteger, timeZone, uuid } from './text.ts';

/** How many weeks progress is told of, the present one included. */
export const progressWeeks = 12;
/** A phrase is known once it will probably (nine times of ten) still come to mind after so many days. */
export const knownAfterDays = 21;
/** Of a week so many of one's own messages are looked at to tell their languages, and so many characters of each. */
export const progressMessages = { aWeek: 30, characters: 300 } as const;
/** The most reviews of a week that are counted. */
export const reviewsCountedMax = 2000;

/** A day on the calendar, such as 2030-03-05. */
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Must be a day'));

const calendar = {
  /** Whose days are meant; without it those of the zone that the account has. */
  timeZone: z.optional(timeZone),
  /** The first day of the week: 1 is Monday, as without it, 7 Sunday. */
  weekStart: z.optional(queryInteger(1, 7)),
};

/** The present week of somebody: what they did, never what they left out. */
export const rhythm = z.object({
  today: day,
  /** The seven days of the week. A message, a review or a session makes a day one of practice. */
  days: z.array(z.object({ day, isPractised: z.boolean() })),
  /** Sessions in which both were there, or of which one said that they took place. */
  sessions: z.number(),
  phrasesSaved: z.number(),
  /** Each phrase once, however often it was reviewed. */
  phrasesReviewed: z.number(),
});
export type Rhythm = z.output<typeof rhythm>;

/** What somebody did in one week. */
export const progressWeek = z.object({
  /** The first day of the week. */
  startsOn: day,
  sessions: z.number(),
  /** How long one talked oneself, by the language of the half. A half without a language is left out. */
  talk: z.array(z.object({ languageCode, ms: z.number() })),
  phrasesSaved: z.number(),
  /** Each phrase once in a week. */
  phrasesReviewed: z.number(),
  /** Of the phrases that are in the book now, how many were at the end of the week, and how many of them are known since. */
  phrasesKept: z.number(),
  phrasesKnown: z.number(),
  /** Some of one's own messages, newest first, their beginnings: what languages they are in is told where they are read. */
  messages: z.array(z.object({ chatMessageId: uuid, content: z.string() })),
});
export type ProgressWeek = z.output<typeof progressWeek>;

/** For oneself only: nobody else can ask for it. */
export const getRhythm = endpoint({
  method: 'GET',
  path: '/user/rhythm',
  access: 'signed-in',
  summary: 'Own rhythm: the days of practice of this week, its sessions and phrases',
  payload: z.object(calendar),
  result: rhythm,
});

/** For oneself only. The present week comes last. */
export const getProgress = endpoint({
  method: 'GET',
  path: '/user/progress',
  access: 'signed-in',
  summary: 'Own progress: talk, messages and phrases of the last twelve weeks',
  payload: z.object(calendar),
  result: z.object({ weeks: z.array(progressWeek) }),
});
