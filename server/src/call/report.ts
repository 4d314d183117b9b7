import type { reportSession as reportSessionCall } from '@parlance/contract/call';
import type { PayloadOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import { keepReport, takeReport } from '#chat/chat';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { loadCall, loadNotes } from './call-rows.ts';
import { settle, togetherMsAt } from './call-state.ts';
import { isParty } from './in-call.ts';

const notesKept = 10;

type Report = { scheduleSlotId: string } & PayloadOf<typeof reportSessionCall>;

/** Reports the partner of a session in which both were present; no recording exists, only the reporter's description. */
export async function reportSession(
  platform: Platform,
  { userId }: Caller,
  { scheduleSlotId, reason, text }: Report,
): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  const call = await loadCall(db, scheduleSlotId, 'as it is');
  if (!call || !isParty(call, userId)) throw new ApiError('ResourceNotFound');
  settle(call, now);
  if (call.togetherMs === 0 && !call.togetherSince) {
    throw new ApiError('NotAllowed', { message: 'You did not meet in this session.' });
  }
  const known = await db
    .selectFrom('chat_reports')
    .select('report_id')
    .where('schedule_slot_id', '=', scheduleSlotId)
    .where('reporter_user_id', '=', userId)
    .executeTakeFirst();
  // A repeated report has no effect and does not count against the rate limit.
  if (known) return;
  await takeReport(platform, userId);
  const reportedId = call.userId === userId ? call.bookedByUserId : call.userId;
  const theirs = (await loadNotes(db, scheduleSlotId)).filter((note) => note.userId === reportedId);
  await keepReport(platform, {
    about: { schedule_slot_id: scheduleSlotId },
    reporterId: userId,
    reportedId,
    reason,
    text,
    readSnapshot: async () => ({
      startsAt: call.slotStartsAt,
      endsAt: call.slotEndsAt,
      togetherMs: togetherMsAt(call, now),
      notes: theirs.slice(-notesKept),
    }),
  });
}
