import type { reportSession as reportSessionCall } from '@parlance/contract/call';
import type { PayloadOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import { takeReport } from '#chat/chat';
import { transact } from '#platform/effects';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { loadCall, loadNotes } from './call-rows.ts';
import { settle, togetherMsAt } from './call-state.ts';
import { isParty } from './in-call.ts';

const notesKept = 10;

type Report = { scheduleSlotId: string } & PayloadOf<typeof reportSessionCall>;

/** Reports the other one of a session in which the two met; what was said is known from the reporter's words alone. */
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
  // A second report changes nothing, tells nobody and does not count.
  if (known) return;
  await takeReport(platform, userId);
  const reportedId = call.userId === userId ? call.bookedByUserId : call.userId;
  const theirs = (await loadNotes(db, scheduleSlotId)).filter((note) => note.userId === reportedId);
  const reportId = newId(clock);
  await transact(platform, async (tx) => {
    const written = await tx
      .insertInto('chat_reports')
      .values({
        report_id: reportId,
        schedule_slot_id: scheduleSlotId,
        reporter_user_id: userId,
        reported_user_id: reportedId,
        reason: reason ?? null,
        text: text ?? null,
        snapshot: JSON.stringify({
          startsAt: call.slotStartsAt,
          endsAt: call.slotEndsAt,
          togetherMs: togetherMsAt(call, now),
          notes: theirs.slice(-notesKept),
        }),
        created_at: now,
      })
      .onConflict((conflict) => conflict.columns(['schedule_slot_id', 'reporter_user_id']).doNothing())
      .returning('report_id')
      .executeTakeFirst();
    return written ? platform.effects.run(platform, tx, 'messageReported', { reportId }) : null;
  });
}
