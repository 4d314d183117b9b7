import { unsubscribeUrl } from '#account/account';
import type { Composers, Letter, MailBatch } from '#platform/mail-queue';
import type { Platform } from '#platform/platform';
import { findParties, sessionPreference } from './notice-letter.ts';

/** The mail about a calendar that was given up. */
export const lostCalendarKind = 'busy-calendar-lost';

export const busyCalendarMails: Composers = { [lostCalendarKind]: composeLost };

/** Null if the calendar was removed, or read again, before the mail is sent. */
async function composeLost(platform: Platform, mails: MailBatch): Promise<Letter | null> {
  const calendar = await platform.db
    .selectFrom('busy_calendars')
    .select('host')
    .where('busy_calendar_id', '=', mails[0].subject_id)
    .where('failing_since', 'is not', null)
    .executeTakeFirst();
  const parties = calendar && (await findParties(platform, mails));
  if (!parties) return null;
  const { words, reader } = parties;
  const { t } = words;
  const subject = t('Your other calendar can no longer be read');
  const sentence = t(
    'The calendar at {host} could not be read for two weeks, so we stopped trying. Times read earlier are kept. Please check it, or remove it and add its new address.',
    { host: calendar.host },
  );
  return {
    words,
    to: reader.email,
    subject,
    preview: sentence,
    blocks: [
      { kind: 'heading', text: subject },
      { kind: 'paragraph', text: sentence },
      {
        kind: 'button',
        label: t('Change your availability'),
        url: `${platform.config.publicUrl}/settings#availability`,
      },
    ],
    unsubscribeUrl: unsubscribeUrl(platform, reader.user_id, sessionPreference),
  };
}
