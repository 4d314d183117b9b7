import type { Appointment } from '@parlance/contract/schedule';

/** So many questions stand before what somebody came for; the next one comes once one of them is answered. */
const askedAtOnce = 3;

/**
 * Of the ended sessions those to ask about, the newest first: what nobody answered yet, what a partner would like to
 * repeat, and what was answered here. That stays, since it can be changed and next week is offered below it.
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
