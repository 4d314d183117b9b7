import * as z from 'zod/mini';
import { reportMessage } from './chat.ts';
import { endpoint } from './endpoint.ts';
import { says } from './message.ts';
import { baseProfile } from './people.ts';
import { empty, instant, page, text, uuid } from './text.ts';
import { answerableMs } from './trust.ts';

/** Predefined reasons for thanks; each client translates them. */
export const thanksWords = [
  'patience',
  'encouragement',
  'explanations',
  'corrections',
  'questions',
  'listening',
  'humour',
  'punctuality',
] as const;
export type ThanksWord = (typeof thanksWords)[number];
export const thanksWordsMax = 3;
/** Maximum length, in code points. */
export const thanksTextMaxLength = 300;
/** One-sided thanks are published this long after the end of the session: the partner can no longer write from then on. */
export const thanksHiddenMs = answerableMs;
export const thanksPageSizes = { profile: 5, most: 50 } as const;

const thanksWord = z.enum(thanksWords);

/** Up to three words, a text, or both. */
export const thanksDraft = z
  .object({
    words: z.array(thanksWord).check(
      z.maxLength(thanksWordsMax, says('Choose at most {thanksWordsMax}', { thanksWordsMax })),
      z.refine((words) => new Set(words).size === words.length, 'Choose each word once'),
    ),
    text: text({ max: thanksTextMaxLength }),
  })
  .check(
    z.refine(({ words, text: said }) => words.length > 0 || said !== '', {
      error: 'Choose a word or write something',
      path: ['text'],
    }),
  );

export const thanks = z.object({
  thanksId: uuid,
  from: baseProfile,
  words: z.array(thanksWord),
  text: z.string(),
  shownAt: instant,
  /** Present only for the recipient, who can hide thanks from everyone but the author. */
  isHidden: z.optional(z.boolean()),
});
export type Thanks = z.output<typeof thanks>;

export const givenThanks = z.object({
  words: z.array(thanksWord),
  text: z.string(),
  givenAt: instant,
  isShown: z.boolean(),
});
export type GivenThanks = z.output<typeof givenThanks>;

/** The thanks of one session, as seen by one of its two members. */
export const sessionThanks = z.object({
  /** Whether thanks can be written or replaced now. */
  isOpen: z.boolean(),
  given: z.nullable(givenThanks),
  /** Null until both have written or two weeks have passed, and where there is none: the two cases are indistinguishable. */
  received: z.nullable(thanks),
});
export type SessionThanks = z.output<typeof sessionThanks>;

const withSlot = z.object({ scheduleSlotId: uuid });
const withThanks = z.object({ thanksId: uuid });

/** Gives thanks to the partner of a session; until published, a new text replaces the previous one. */
export const giveThanks = endpoint({
  method: 'POST',
  path: '/user/schedule/{scheduleSlotId}/thanks',
  access: 'signed-in',
  summary: 'Thank the other one of a session',
  params: withSlot,
  payload: thanksDraft,
  result: sessionThanks,
});

export const getSessionThanks = endpoint({
  method: 'GET',
  path: '/user/schedule/{scheduleSlotId}/thanks',
  access: 'signed-in',
  summary: 'Thanks of a session, as far as one may know them',
  params: withSlot,
  result: sessionThanks,
});

/** Thanks that a member received, newest first. */
export const listThanks = endpoint({
  method: 'GET',
  path: '/user/{userId}/thanks',
  access: 'signed-in',
  summary: 'Thanks that a person got',
  params: z.object({ userId: uuid }),
  payload: z.object(page(thanksPageSizes.most)),
  result: z.object({ count: z.number(), thanks: z.array(thanks) }),
});

/** Hides or shows received thanks; the author is not notified. */
export const updateThanks = endpoint({
  method: 'POST',
  path: '/thanks/{thanksId}/update',
  access: 'signed-in',
  summary: 'Hide thanks one got, or show them again',
  params: withThanks,
  payload: z.object({ isHidden: z.boolean() }),
  result: empty,
});

export const reportThanks = endpoint({
  method: 'POST',
  path: '/thanks/{thanksId}/report',
  access: 'signed-in',
  summary: 'Report thanks one got',
  params: withThanks,
  payload: reportMessage.payload,
  result: empty,
});
