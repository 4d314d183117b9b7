import type { Appointment } from '@parlance/contract/schedule';
import { sessionStatus } from '#schedule/session-status';

/** Sessions for which the partner suggests another time. */
export const proposalsFor = (sessions: Appointment[], userId: string, now: Date): Appointment[] =>
  sessions.filter(
    (session) =>
      session.proposedStartsAt && session.userId !== userId && sessionStatus(session, now) === 'upcoming',
  );
