import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { says } from './message.ts';
import { scheduleSlot } from './schedule.ts';
import { empty, uuid } from './text.ts';

export const seriesWeeksAhead = 4;
/** Maximum number of weekly series per member and per pair. */
export const seriesMax = { person: 10, pair: 2 } as const;
/** Days without activity of either member after which a series ends. */
export const seriesAwayDays = 28;

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const inWords = (value: number): string => numbers[value] ?? String(value);

/** Refusals of a weekly series. */
// words: why "Every week?" is refused
export const seriesMessages = {
  tooLongAgo: 'This session is too long ago.',
  same: 'You meet every week at this time already.',
  pair: says('You have {max} weekly series with this person already.', { max: seriesMax.pair }, inWords),
  own: says('You have {max} weekly series already.', { max: seriesMax.person }, inWords),
  partner: 'Your partner has no room for another weekly series.',
  noWeek: 'You are not both free at this time in any of the coming weeks.',
} as const;

const slotParams = z.object({ scheduleSlotId: uuid });

/** Requests a weekly series; once both have asked, answers the sessions booked ahead. */
export const meetWeekly = endpoint({
  method: 'POST',
  path: '/user/schedule/{scheduleSlotId}/weekly',
  access: 'signed-in',
  summary: 'Every week at the same time',
  params: slotParams,
  result: z.object({ slots: z.nullable(z.array(scheduleSlot)) }),
});

/** Ends a weekly series and cancels its future sessions; before both have agreed, withdraws or declines the request. */
export const endWeekly = endpoint({
  method: 'DELETE',
  path: '/user/schedule/{scheduleSlotId}/weekly',
  access: 'signed-in',
  summary: 'End a weekly series',
  params: slotParams,
  result: empty,
});
