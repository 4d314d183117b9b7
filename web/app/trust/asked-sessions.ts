import type { Appointment } from '@parlance/contract/schedule';

/** Limits the questions above the main content; answering one shows the next. */
const askedAtOnce = 3;

/**
 * Ended sessions to ask about, newest first: unanswered ones, those the partner wants to repeat, and those answered during this visit,
 * whose answer can be changed and which offer next week.
 */
export function askedSessions(
  ended: Appointment[],
  shownIds: string[],
  answeredIds: string[],
): Appointment[] {
  const newestFirst = ended
    .filter(({ scheduleSlotId }) => !shownIds.includes(scheduleSlotId))
    .toSorted((one, other) => other.startsAt.getTime() - one.startsAt.getTime());
  const isAnswered = ({ scheduleSlotId, outcome }: Appointment) =>
    outcome?.answer !== null || answeredIds.includes(scheduleSlotId);
  const open = newestFirst.filter((session) => !isAnswered(session)).slice(0, askedAtOnce);
  return newestFirst.filter(
    (session) =>
      open.includes(session) ||
      answeredIds.includes(session.scheduleSlotId) ||
      (session.again?.isWanted && !session.again.isAsked) ||
      session.weekly?.state === 'wanted',
  );
}
