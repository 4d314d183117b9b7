import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { scheduleSlot } from './schedule.ts';
import { sessionAnswer } from './standing.ts';
import { empty, uuid } from './text.ts';

/** A session can be answered for this long after its end. */
export const answerableMs = 14 * 24 * 3_600_000;
/** A miss counts unless its person has contradicted it within this time. */
export const contradictionMs = 72 * 3_600_000;
/** Sessions count for this many days, from so many partners on. */
export const sessionRecordRule = { days: 180, partners: 3 } as const;
/** The share of kept sessions from which a card says that somebody comes reliably. */
export const reliableShare = 0.9;
/** How soon somebody usually answers a first message: of the last so many, from so many on. */
export const answeringRule = { last: 25, least: 5 } as const;

/** Why a session cannot be had again a week later. */
// words: why "Same time next week?" is refused
export const againMessages = {
  past: 'That time has passed already.',
  ownSlot: 'Another free time of yours overlaps with it.',
  partnerBusy: 'Your partner is not free at this time next week.',
} as const;

const slotParams = z.object({ scheduleSlotId: uuid });

/** Says whether a session took place; another answer takes the place of the one before. */
export const answerOutcome = endpoint({
  method: 'POST',
  path: '/user/schedule/{scheduleSlotId}/outcome',
  access: 'signed-in',
  summary: 'Say whether a session took place',
  params: slotParams,
  payload: z.object({ answer: sessionAnswer }),
  result: empty,
});

/** Asks for the same time next week; the slot is there once both have asked. */
export const bookAgain = endpoint({
  method: 'POST',
  path: '/user/schedule/{scheduleSlotId}/again',
  access: 'signed-in',
  summary: 'Same time next week',
  params: slotParams,
  result: z.object({ slot: z.nullable(scheduleSlot) }),
});
