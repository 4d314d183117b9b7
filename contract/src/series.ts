import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { says } from './message.ts';
import { scheduleSlot } from './schedule.ts';
import { empty, uuid } from './text.ts';

/** A weekly series is booked for this many weeks ahead. */
export const seriesWeeksAhead = 4;
/** How many weekly series one person, and two people with each other, may have. */
export const seriesMax = { person: 10, pair: 2 } as const;
/** A series ends by itself when one of the two has not been here for this many days. */
export const seriesAwayDays = 28;

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const inWords = (value: number): string => numbers[value] ?? String(value);

/** Why a session cannot be had every week. */
// words: why "Every week?" is refused
export const seriesMessages = {
  tooLongAgo: 'This session is too long ago.',
  same: 'You meet every week at this time already.',
  pair: says('You have {max} weekly series with this person already.', { max: seriesMax.pair }, inWords),
  own: says('You have {max} weekly series already.', { max: seriesMax.person }, inWords),
  partner: 'Your partner has no room for another weekly series.',
  noWeek: 'In none of the next weeks are both of you free at this time.',
} as const;

const slotParams = z.object({ scheduleSlotId: uuid });

/** Asks to have a session every week; once both have asked, the sessions that are booked ahead. */
export const meetWeekly = endpoint({
  method: 'POST',
  path: '/user/schedule/{scheduleSlotId}/weekly',
  access: 'signed-in',
  summary: 'Every week at the same time',
  params: slotParams,
  result: z.object({ slots: z.nullable(z.array(scheduleSlot)) }),
});

/** Ends the weekly series of a session, with what it has booked ahead; before both have agreed, takes back or declines the question. */
export const endWeekly = endpoint({
  method: 'DELETE',
  path: '/user/schedule/{scheduleSlotId}/weekly',
  access: 'signed-in',
  summary: 'End a weekly series',
  params: slotParams,
  result: empty,
});
