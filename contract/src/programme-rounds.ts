import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { languageCode } from './languages.ts';
import { programmeMax } from './programme-limits.ts';
import { programmeParams, unmatchedReason } from './programmes.ts';
import { empty, instant, page, uuid } from './text.ts';

// Matching rounds, for coordinators. A round is a preview until it is published.

/** Points of a pair by criterion; they add up to the score, at most 100. */
export const pairPoints = { hours: 30, levels: 20, choice: 20, natives: 15, wishes: 15 } as const;
/** Common cells beyond these add no points: six hours. */
export const commonCellsCounted = 12;
/** A run stops here and keeps the best pairs found so far. */
export const roundMaxMs = 120_000;

const pairOfUsers = z.object({ userId: uuid, partnerUserId: uuid });
const pairList = z.array(pairOfUsers).check(z.maxLength(programmeMax.students));

/** Works out pairs for all students with room for a partner. Published pairs stay as they are. */
export const startRound = endpoint({
  method: 'POST',
  path: '/programme/{programmeId}/round',
  access: 'signed-in',
  summary: 'Try a round (coordinators)',
  params: programmeParams,
  payload: z.object({
    /** Pairs that must be made, whether compatible or not. */
    locked: pairList,
    /** Pairs that must not be made. */
    apart: pairList,
  }),
  result: z.object({ roundId: uuid }),
});

export const roundStates = ['working', 'done', 'failed'] as const;

const named = z.object({ userId: uuid, name: z.string() });

/** A pair of a round. `points` are null for a locked pair that is not compatible. */
export const roundPair = z.object({
  student: named,
  partner: named,
  /** What the student teaches the partner, and the other way round; null where neither offers what the other seeks. */
  teaches: z.nullable(languageCode),
  learns: z.nullable(languageCode),
  commonMinutes: z.number(),
  score: z.number(),
  points: z.nullable(
    z.object({
      hours: z.number(),
      levels: z.number(),
      choice: z.number(),
      natives: z.number(),
      wishes: z.number(),
    }),
  ),
  isLocked: z.boolean(),
  /** Whether it is the second partner of one of the two. */
  isSecond: z.boolean(),
});
export type RoundPair = z.output<typeof roundPair>;

export const roundLeft = z.object({ student: named, reason: unmatchedReason });
export type RoundLeft = z.output<typeof roundLeft>;

export const round = z.object({
  roundId: uuid,
  state: z.enum(roundStates),
  madeAt: instant,
  publishedAt: z.nullable(instant),
  /** Places, pairs or settings have changed since: the round can no longer be published. */
  isOutdated: z.boolean(),
  /** Whether the optimum was reached within the time. */
  isOptimal: z.boolean(),
  numbers: z.object({ students: z.number(), pairs: z.number(), left: z.number(), score: z.number() }),
});
export type Round = z.output<typeof round>;

const roundParams = z.object({ programmeId: uuid, roundId: uuid });

/** `limit` and `offset` apply to both lists. */
export const getRound = endpoint({
  method: 'GET',
  path: '/programme/{programmeId}/round/{roundId}',
  access: 'signed-in',
  summary: 'A round with its pairs and the unmatched students (coordinators)',
  params: roundParams,
  payload: z.object(page()),
  result: z.object({
    round,
    pairs: z.array(roundPair),
    left: z.array(roundLeft),
    locked: pairList,
    apart: pairList,
  }),
});

/** The rounds of the last 30 days, the newest first. */
export const listRounds = endpoint({
  method: 'GET',
  path: '/programme/{programmeId}/round',
  access: 'signed-in',
  summary: 'Rounds of a programme (coordinators)',
  params: programmeParams,
  payload: z.object(page()),
  result: z.object({ count: z.number(), rounds: z.array(round) }),
});

/** Makes the pairs and mails the students, once. Refused when the data have changed since the round. */
export const publishRound = endpoint({
  method: 'POST',
  path: '/programme/{programmeId}/round/{roundId}/publish',
  access: 'signed-in',
  summary: 'Publish the pairs of a round (coordinators)',
  params: roundParams,
  result: empty,
});
