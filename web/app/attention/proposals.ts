import type { Appointment } from '@parlance/contract/schedule';
import { sessionStatus } from '#schedule/session-status';

/** Sessions in which somebody else suggests another time to this member. */
export const proposalsFor = (sessions: Appointment[], userId: string, now: Date): Appointment[] =>
  sessions.filter(
    (session) =>
      session.proposedStartsAt && session.userId !== userId && sessionStatus(session, now) === 'upcoming',
  );
