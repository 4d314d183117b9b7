import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { empty, uuid } from './text.ts';

export const getAppointmentIcs = endpoint({
  method: 'GET',
  path: '/user/schedule/{scheduleSlotId}/ics',
  access: 'signed-in',
  summary: 'One appointment as a calendar file',
  params: z.object({ scheduleSlotId: uuid }),
  produces: 'text/calendar',
  result: z.string(),
});

/** Creates a private calendar address and revokes the previous one. */
export const createCalendarFeed = endpoint({
  method: 'POST',
  path: '/user/calendar-feed',
  access: 'signed-in',
  summary: 'Make a private calendar address',
  result: z.object({ url: z.string() }),
});

export const deleteCalendarFeed = endpoint({
  method: 'DELETE',
  path: '/user/calendar-feed',
  access: 'signed-in',
  summary: 'Revoke the private calendar address',
  result: empty,
});
