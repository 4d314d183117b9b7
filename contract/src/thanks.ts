import * as z from 'zod/mini';
import { reportMessage } from './chat.ts';
import { endpoint } from './endpoint.ts';
import { says } from './message.ts';
import { baseProfile } from './people.ts';
import { empty, instant, page, text, uuid } from './text.ts';
import { answerableMs } from './trust.ts';

/** What somebody can be thanked for, beside words of one's own; each client names them in the reader's language. */
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
/** How many of the words one can choose. */
export const thanksWordsMax = 3;
/** The longest text, in code points. */
export const thanksTextMaxLength = 300;
/** Thanks of one side are shown this long after the end of the session: from then on the other side cannot write any more. */
export const thanksHiddenMs = answerableMs;
/** How many thanks a page of a profile holds, and a page at most. */
export const thanksPageSizes = { profile: 5, most: 50 } as const;

const thanksWord = z.enum(thanksWords);

/** Something to say: up to three words, a text, or both. */
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

/** Thanks that can be read, by whom they are. */
export const thanks = z.object({
  thanksId: uuid,
  from: baseProfile,
  words: z.array(thanksWord),
  text: z.string(),
  shownAt: instant,
  /** Told to whoever got them and to nobody else: they hide them from everybody but the author. */
  isHidden: z.optional(z.boolean()),
});
export type Thanks = z.output<typeof thanks>;

/** What one gave oneself. */
export const givenThanks = z.object({
  words: z.array(thanksWord),
  text: z.string(),
  givenAt: instant,
  isShown: z.boolean(),
});
export type GivenThanks = z.output<typeof givenThanks>;

/** The thanks of one session, as one of its two people sees them. */
export const sessionThanks = z.object({
  /** Whether one can write, or write again, now. */
  isOpen: z.boolean(),
  given: z.nullable(givenThanks),
  /** Null until both have written or two weeks have passed, and where there is nothing: nobody learns which of the two it is. */
  received: z.nullable(thanks),
});
export type SessionThanks = z.output<typeof sessionThanks>;

const withSlot = z.object({ scheduleSlotId: uuid });
const withThanks = z.object({ thanksId: uuid });

/** Thanks the other one of a session; until it is shown another text takes the place of the one before. */
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

/** What somebody was thanked for, newest first. */
export const listThanks = endpoint({
  method: 'GET',
  path: '/user/{userId}/thanks',
  access: 'signed-in',
  summary: 'Thanks that a person got',
  params: z.object({ userId: uuid }),
  payload: z.object(page(thanksPageSizes.most)),
  result: z.object({ count: z.number(), thanks: z.array(thanks) }),
});

/** Hides thanks one got from others, or shows them again; their author is not told. */
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
