import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { scheduleSlot } from './schedule.ts';
import { empty, instant, uuid } from './text.ts';

/** Refusals of another time for a session, beside those of a booking. */
// words: why another time for a session is refused
export const moveMessages = {
  same: 'This is the time of the session already.',
  partnerBusy: 'Your partner is not free at this time.',
  closed: 'This suggestion is no longer open.',
} as const;

const slotParams = z.object({ scheduleSlotId: uuid });

/** Moves the guest's booking to another free slot of the same owner, in one transaction. A repeat answers the slot. */
export const moveBooking = endpoint({
  method: 'POST',
  path: '/user/{userId}/schedule/{scheduleSlotId}/move',
  access: 'signed-in',
  summary: 'Move a booking to another slot',
  params: z.object({ userId: uuid, scheduleSlotId: uuid }),
  payload: z.object({ toScheduleSlotId: uuid }),
  result: scheduleSlot,
});

/** The slot owner proposes another time; it replaces an earlier proposal and expires at the start of the session. */
export const proposeMove = endpoint({
  method: 'POST',
  path: '/user/schedule/{scheduleSlotId}/propose-move',
  access: 'signed-in',
  summary: 'Propose another time to the guest',
  params: slotParams,
  payload: z.object({ startsAt: instant }),
  result: empty,
});

/** The guest accepts the proposed time, which moves the booking, or declines it, which changes nothing. */
export const answerMove = endpoint({
  method: 'POST',
  path: '/user/schedule/{scheduleSlotId}/answer-move',
  access: 'signed-in',
  summary: 'Accept or decline another time',
  params: slotParams,
  payload: z.object({ accept: z.boolean() }),
  result: scheduleSlot,
});
