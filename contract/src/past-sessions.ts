import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { appointment } from './schedule.ts';
import { page } from './text.ts';
import { sessionThanks } from './thanks.ts';

export const pastSessionsPageSize = 10;

/** A booked session that has ended, as one of its two members sees it. */
export const pastSession = z.extend(appointment, {
  /** Null where one of the two has blocked the other. */
  thanks: z.nullable(sessionThanks),
  /** Whether words or corrections were noted; the notes are in the summary of the session. */
  hasNotes: z.boolean(),
});
export type PastSession = z.output<typeof pastSession>;

/** Booked sessions that have ended, newest first. */
export const listPastSessions = endpoint({
  method: 'GET',
  path: '/user/schedule/past',
  access: 'signed-in',
  summary: 'Past sessions on either side',
  payload: z.object(page()),
  result: z.object({ count: z.number(), slots: z.array(pastSession) }),
});
