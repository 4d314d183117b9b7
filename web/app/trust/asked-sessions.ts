import type { Appointment } from '@parlance/contract/schedule';

/** One question at a time (docs/decisions/attention.md); answering it shows the next. All are among the past sessions. */
const askedAtOnce = 1;

/**
 * Ended sessions to ask about, newest first: unanswered ones, those the partner wants to repeat, and those answered during this visit,
 * whose answer can be changed and which offer next week.
 */
export function askedSessions(
  ended: Appointment[],
  shownIds: string[],
  answeredIds: string[],
): Appointment[] {
  const sessions = ended
    .filter(({ scheduleSlotId }) => !shownIds.includes(scheduleSlotId))
    .toSorted((one, other) => other.startsAt.getTime() - one.startsAt.getTime());
  const isAnswered = ({ scheduleSlotId, outcome }: Appointment) =>
    outcome?.answer !== null || answeredIds.includes(scheduleSlotId);
  const open = sessions.filter((session) => !isAnswered(session)).slice(0, askedAtOnce);
  return sessions.filter(
    (session) =>
      open.includes(session) ||
      answeredIds.includes(session.scheduleSlotId) ||
      (session.again?.isWanted && !session.again.isAsked) ||
      session.weekly?.state === 'wanted',
  );
}
