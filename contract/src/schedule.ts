import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { says } from './message.ts';
import { baseProfile } from './people.ts';
import { againOffer, ownOutcome, weekly } from './reliability.ts';
import { empty, instant, page, uuid } from './text.ts';

export const slotDurations = [15, 30, 45, 60] as const;
export const slotDurationDefault = 15;
export const slotGridMinutes = 15;
export const slotHorizonDays = 365;
export const futureSlotsMax = 500;
/** First and last hour of the calendar, in the viewer's time zone. */
export const calendarHours = { first: 6, last: 22 } as const;
/** Default start of lists, before the current time. */
export const slotListLookBackMs = 7_200_000;
export const slotPageSizes = { appointments: 10, profile: 5, calendar: 100 } as const;
/** How long before a session each reminder is sent. */
export const reminderLeadsMs = { day: 24 * 3_600_000, soon: 10 * 60_000 } as const;

/** User-facing messages that the screens show unchanged. */
// words: why a booking is refused
export const bookingMessages = {
  ownSlot: 'You cannot book a session with yourself. This is your own availability slot.',
  taken: 'This slot is no longer available.',
  overlap: 'You have another session at this time.',
} as const;

/** A published slot, free while isBooked is false; the booker may be hidden from third parties. */
export const scheduleSlot = z.object({
  scheduleSlotId: uuid,
  startsAt: instant,
  duration: z.number(),
  /** Null when the slot is free, and for third parties who must not see the booker. */
  bookedByUserId: z.nullable(uuid),
  isBooked: z.optional(z.boolean()),
  /** For the owner only: whether the slot was generated from weekly hours. */
  isFromWeeklyHours: z.optional(z.boolean()),
  /** Whether an external calendar of the viewer is busy at this time; sent only if it is. */
  clashes: z.optional(z.boolean()),
  userId: uuid,
  createdAt: instant,
  updatedAt: instant,
});
export type ScheduleSlot = z.output<typeof scheduleSlot>;

/** The member's own slot with its booker; lists of other members include it for the two parties and signed-in viewers. */
export const ownScheduleSlot = z.extend(scheduleSlot, { bookedByUser: z.nullable(baseProfile) });
export type OwnScheduleSlot = z.output<typeof ownScheduleSlot>;

/** A booked slot with both members. */
export const appointment = z.extend(ownScheduleSlot, {
  user: baseProfile,
  /** Null before the end, and where one of the two has blocked the other. */
  outcome: z.optional(z.nullable(ownOutcome)),
  /** The same time a week later; null before the start, once that time has passed, and where one has blocked the other. */
  again: z.optional(z.nullable(againOffer)),
  /** Null where no weekly series is possible: session too long ago, too many series, or one has blocked the other. */
  weekly: z.optional(z.nullable(weekly)),
  /** Another time that the slot owner proposes to the guest; null without an open proposal. */
  proposedStartsAt: z.optional(z.nullable(instant)),
});
export type Appointment = z.output<typeof appointment>;

const listFilters = z.object({ ...page(), start: z.optional(instant) });
const slotParams = z.object({ scheduleSlotId: uuid });
const ownerAndSlot = z.object({ userId: uuid, scheduleSlotId: uuid });

const [first, second, third, fourth] = slotDurations;

/** The length of a slot in minutes. */
export const slotDuration = z.number().check(
  z.refine((minutes) => slotDurations.some((duration) => duration === minutes), {
    error: says('Must be {first}, {second}, {third} or {fourth} minutes', { first, second, third, fourth }),
  }),
);

export const createSlot = endpoint({
  method: 'POST',
  path: '/user/schedule',
  access: 'signed-in',
  summary: 'Publish a slot',
  payload: z.object({ duration: slotDuration, startsAt: instant }),
  result: scheduleSlot,
});

export const deleteSlot = endpoint({
  method: 'DELETE',
  path: '/user/schedule/{scheduleSlotId}',
  access: 'signed-in',
  summary: 'Remove a free slot',
  params: slotParams,
  result: empty,
});

/** The member's own slots, soonest first. */
export const listOwnSlots = endpoint({
  method: 'GET',
  path: '/user/schedule',
  access: 'signed-in',
  summary: 'Own slots',
  payload: listFilters,
  result: z.object({ count: z.number(), slots: z.array(ownScheduleSlot) }),
});

/** Booked slots of which the member is owner or booker, soonest first. */
export const listAppointments = endpoint({
  method: 'GET',
  path: '/user/schedule/appointments',
  access: 'signed-in',
  summary: 'Booked sessions on either side',
  payload: listFilters,
  result: z.object({ count: z.number(), slots: z.array(appointment) }),
});

/** Slots of a member, soonest first; visitors see only free ones. */
export const listSlots = endpoint({
  method: 'GET',
  path: '/user/{userId}/schedule',
  access: 'public',
  summary: "A person's slots",
  params: z.object({ userId: uuid }),
  payload: listFilters,
  result: z.object({ count: z.number(), slots: z.array(ownScheduleSlot) }),
});

/** Books a free slot; exactly one of several concurrent requests succeeds. */
export const bookSlot = endpoint({
  method: 'POST',
  path: '/user/{userId}/schedule/{scheduleSlotId}/book',
  access: 'signed-in',
  summary: 'Book a slot',
  params: ownerAndSlot,
  result: scheduleSlot,
});

/** Cancels a booking before its start, for either party. */
export const cancelBooking = endpoint({
  method: 'POST',
  path: '/user/{userId}/schedule/{scheduleSlotId}/cancel',
  access: 'signed-in',
  summary: 'Cancel a booking',
  params: ownerAndSlot,
  result: empty,
});

/** Sent to every open screen of both parties when a slot changes. */
export const scheduleChanged = z.object({
  scheduleSlotId: uuid,
  change: z.enum(['booked', 'cancelled', 'deleted', 'moved', 'move-proposed', 'move-declined']),
  byUserId: uuid,
});
export type ScheduleChange = z.output<typeof scheduleChanged>['change'];
