import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { empty, instant, text, uuid } from './text.ts';

/** Largest number of external calendars of one member. */
export const busyCalendarsMax = 3;
/** Longest time span of one list of busy times. */
export const busySpanMaxDays = 62;
/** How far ahead the busy times of a calendar are counted for its owner. */
export const busyCountDays = 28;

const addressMaxLength = 1024;

/** An external calendar of the member. Its address is a secret and never sent. */
export const busyCalendar = z.object({
  busyCalendarId: uuid,
  /** The host of the address, such as calendar.google.com. */
  host: z.string(),
  state: z.enum(['read', 'failing']),
  /** When the calendar was read last. */
  readAt: instant,
  /** Null while the calendar can be read. */
  failingSince: z.nullable(instant),
  /** Whether free slots at busy times are hidden from others. */
  hides: z.boolean(),
  /** The number of busy times in the next four weeks. */
  busyCount: z.number(),
});
export type BusyCalendar = z.output<typeof busyCalendar>;

const busyCalendarParams = z.object({ busyCalendarId: uuid });

/** Reads the calendar at a secret address and keeps its busy times, no titles. The same address again returns the same calendar. */
export const addBusyCalendar = endpoint({
  method: 'POST',
  path: '/user/busy-calendar',
  access: 'signed-in',
  summary: 'Add an external calendar',
  payload: z.object({ address: text({ min: 1, max: addressMaxLength, required: 'Address is required' }) }),
  result: busyCalendar,
});

/** The own external calendars, oldest first. `isOffered` is false where the installation turned them off. */
export const listBusyCalendars = endpoint({
  method: 'GET',
  path: '/user/busy-calendar',
  access: 'signed-in',
  summary: 'Own external calendars',
  result: z.object({ isOffered: z.boolean(), calendars: z.array(busyCalendar) }),
});

/** Hides free slots at busy times from others, or only marks them for the member. */
export const setBusyCalendar = endpoint({
  method: 'POST',
  path: '/user/busy-calendar/{busyCalendarId}',
  access: 'signed-in',
  summary: 'Choose what an external calendar does',
  params: busyCalendarParams,
  payload: z.object({ hides: z.boolean() }),
  result: busyCalendar,
});

/** Reads the calendar now. A failure is part of the result: `state` is `failing`, and the busy times of before stay. */
export const checkBusyCalendar = endpoint({
  method: 'POST',
  path: '/user/busy-calendar/{busyCalendarId}/check',
  access: 'signed-in',
  summary: 'Read an external calendar now',
  params: busyCalendarParams,
  result: busyCalendar,
});

export const removeBusyCalendar = endpoint({
  method: 'DELETE',
  path: '/user/busy-calendar/{busyCalendarId}',
  access: 'signed-in',
  summary: 'Remove an external calendar',
  params: busyCalendarParams,
  result: empty,
});

/** The own busy times that overlap a time span of at most 62 days, merged over all calendars, soonest first. */
export const listBusyTimes = endpoint({
  method: 'GET',
  path: '/user/busy-time',
  access: 'signed-in',
  summary: 'Own busy times',
  payload: z.object({ start: instant, end: instant }),
  result: z.object({ ranges: z.array(z.object({ startsAt: instant, endsAt: instant })) }),
});
