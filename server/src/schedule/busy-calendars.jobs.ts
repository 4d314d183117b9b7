import { sql } from 'kysely';
import type { Platform } from '#platform/platform';
import { type CalendarRow, pollCalendar } from './busy-polling.ts';

const lookEverySeconds = 30;
const calendarsAtOnce = 8;
/** Longer than a request and its parsing: a calendar is read by one node at a time. */
const leaseMs = 5 * 60_000;

/** Reads external calendars that are due. */
export function busyCalendarJobs(platform: Platform): void {
  if (!platform.config.busyCalendars) return;
  platform.jobs.every(lookEverySeconds, 'busy calendars', () => pollDue(platform));
}

async function pollDue(platform: Platform): Promise<void> {
  for (let isMore = true; isMore; ) {
    const due = await claimDue(platform);
    const wereRead = await Promise.all(due.map((calendar) => pollCalendar(platform, calendar)));
    isMore = due.length === calendarsAtOnce && wereRead.every(Boolean);
  }
}

/** The time of the next poll is the lease: after a kill another node reads the calendar then. */
async function claimDue({ db, clock }: Platform): Promise<CalendarRow[]> {
  const now = clock.now();
  const { rows } = await sql<CalendarRow>`
    UPDATE busy_calendars SET next_poll_at = ${new Date(now.getTime() + leaseMs)}
    WHERE busy_calendar_id IN (
      SELECT busy_calendar_id FROM busy_calendars WHERE next_poll_at <= ${now}
      ORDER BY next_poll_at LIMIT ${calendarsAtOnce} FOR UPDATE SKIP LOCKED
    ) RETURNING *`.execute(db);
  return rows;
}
