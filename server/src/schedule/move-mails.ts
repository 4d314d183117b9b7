import type { Letter, MailBatch } from '#platform/mail-queue';
import type { Platform } from '#platform/platform';
import { findParties, letterOf, timeLines } from './notice-letter.ts';
import { wording } from './notice-wording.ts';
import type { SessionFacts } from './notices.ts';
import { toNotice } from './session-news.ts';
import { openProposal, type SlotRow } from './slot-row.ts';

/** To the guest, while the proposal is open: the present time and the proposed one. Nothing has changed, so no calendar file. */
export async function composeProposal(platform: Platform, mails: MailBatch): Promise<Letter | null> {
  const notice = toNotice(mails[0]);
  const { insteadOf } = mails[0].about as SessionFacts;
  const slot = await findBooked(platform, notice);
  const proposed = slot && openProposal(slot, platform.clock.now());
  if (proposed?.getTime() !== notice.startsAt.getTime() || !insteadOf) return null;
  const parties = await findParties(platform, mails);
  if (!parties?.other) return null;
  const { t } = parties.words;
  const present = { startsAt: new Date(insteadOf.startsAt), endsAt: new Date(insteadOf.endsAt) };
  return letterOf(
    platform,
    parties,
    wording(parties.words, notice.kind, parties.other.name),
    [notice],
    [
      {
        kind: 'paragraph',
        text: t('Suggested: {time}', { time: timeLines(notice, parties).join('\n') }),
      },
      { kind: 'paragraph', text: t('Until now: {time}', { time: timeLines(present, parties).join('\n') }) },
    ],
  );
}

/** To the owner, while the session stands at this time. */
export async function composeDecline(platform: Platform, mails: MailBatch): Promise<Letter | null> {
  const notice = toNotice(mails[0]);
  const slot = await findBooked(platform, notice);
  if (!slot || slot.starts_at <= platform.clock.now()) return null;
  const parties = await findParties(platform, mails);
  if (!parties?.other) return null;
  return letterOf(platform, parties, wording(parties.words, notice.kind, parties.other.name), [notice]);
}

/** The booking as it was when the mail was queued. */
export const findBooked = (
  { db }: Platform,
  { scheduleSlotId, sequence }: { scheduleSlotId: string; sequence: number },
): Promise<SlotRow | undefined> =>
  db
    .selectFrom('schedule_slots')
    .selectAll()
    .where('schedule_slot_id', '=', scheduleSlotId)
    .where('sequence', '=', sequence)
    .where('booked_by_user_id', 'is not', null)
    .executeTakeFirst();
