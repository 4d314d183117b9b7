import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { sessionAnswer } from './reliability.ts';
import { scheduleSlot } from './schedule.ts';
import { empty, uuid } from './text.ts';

/** How long after its end a session can be answered. */
export const answerableMs = 14 * 24 * 3_600_000;
/** A reported miss counts unless the member contradicts it within this time. */
export const contradictionMs = 72 * 3_600_000;
/** Time window of the session record, and the minimum number of partners. */
export const sessionRecordRule = { days: 180, partners: 3 } as const;
/** Share of kept sessions from which a card marks a member as reliable. */
export const reliableShare = 0.9;
/** Usual response time to first messages: sample size and minimum. */
export const answeringRule = { last: 25, least: 5 } as const;

/** Refusals of "Same time next week?". */
// words: why "Same time next week?" is refused
export const againMessages = {
  past: 'That time has passed already.',
  ownSlot: 'Another free time of yours overlaps with it.',
  partnerBusy: 'Your partner is not free at this time next week.',
} as const;

const slotParams = z.object({ scheduleSlotId: uuid });

/** Records whether a session took place; a new answer replaces the previous one. */
export const answerOutcome = endpoint({
  method: 'POST',
  path: '/user/schedule/{scheduleSlotId}/outcome',
  access: 'signed-in',
  summary: 'Say whether a session took place',
  params: slotParams,
  payload: z.object({ answer: sessionAnswer }),
  result: empty,
});

/** Requests the same time next week; the slot is created once both have asked. */
export const bookAgain = endpoint({
  method: 'POST',
  path: '/user/schedule/{scheduleSlotId}/again',
  access: 'signed-in',
  summary: 'Same time next week',
  params: slotParams,
  result: z.object({ slot: z.nullable(scheduleSlot) }),
});
