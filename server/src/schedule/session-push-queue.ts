import type { Clock } from '#platform/clock';
import type { Tx } from '#platform/effects';
import { queuePushes, withdrawPushes } from '#platform/push-queue';

interface SessionNotice {
  kind: string;
  userId: string;
  otherUserId: string;
  subjectId: string;
  /** With the present time of the session, if the notice is a proposal. */
  about: { startsAt: string; insteadOf?: { startsAt: string } };
  dueAt?: Date;
}

/** A notification about a session expires when it starts, that of a proposal when either time begins. */
export async function queueSessionPushes(tx: Tx, clock: Clock, notices: SessionNotice[]): Promise<void> {
  const pushes = notices.map(({ kind, userId, otherUserId, subjectId, about, dueAt }) => {
    const starts = [about.startsAt, ...(about.insteadOf ? [about.insteadOf.startsAt] : [])];
    const expiresAt = new Date(Math.min(...starts.map(Date.parse)));
    return { kind, userId, otherUserId, subjectId, about, expiresAt, ...(dueAt && { dueAt }) };
  });
  await queuePushes(tx, clock, pushes);
}

const beginnings = ['booked', 'weekly'] as const;

/**
 * Withdraws notifications of new bookings that no device has received, for example in quiet hours: a move is then announced as a
 * booking at the new time, and a cancellation not at all. Returns the withdrawn kind, or null if the member was notified already.
 */
export async function withdrawUntold(
  tx: Tx,
  slotIds: string[],
): Promise<(userId: string, slotId: string) => (typeof beginnings)[number] | null> {
  const rows = await withdrawPushes(tx, slotIds, beginnings);
  return (userId, slotId) => {
    const row = rows.find(({ user_id, subject_id }) => user_id === userId && subject_id === slotId);
    return beginnings.find((kind) => row?.attempts === 0 && kind === row.kind) ?? null;
  };
}
