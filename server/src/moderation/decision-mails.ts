import type { Words } from '@parlance/words/words';
import { sql } from 'kysely';
import type { ClosedCase } from '#contact/contact';
import type { Tx } from '#platform/effects';
import { type Composers, type Letter, type MailBatch, queueMails } from '#platform/mail-queue';
import { nameInMail } from '#platform/mail-template';
import type { Platform } from '#platform/platform';
import { wordsFor } from '#platform/reader-words';

/** Mails to a member about a decision: how a review ended, and which part of the profile was removed. */
export const decisionMails: Composers = { 'case-outcome': composeOutcome, 'part-removed': composeRemoval };

/** Tells a member who asked for a review how it ended. */
export async function queueOutcomeMail(
  { clock }: Platform,
  tx: Tx,
  { caseId, userId, isAppealed }: ClosedCase,
): Promise<void> {
  if (isAppealed) await queueMails(tx, clock, [{ kind: 'case-outcome', userId, subjectId: caseId }]);
}

export async function queueRemovalMail(
  { clock }: Platform,
  tx: Tx,
  userId: string,
  auditId: string,
): Promise<void> {
  await queueMails(tx, clock, [{ kind: 'part-removed', userId, subjectId: auditId }]);
}

async function composeOutcome(platform: Platform, [{ subject_id }]: MailBatch): Promise<Letter | null> {
  const found = await platform.db
    .selectFrom('contact_cases as held')
    .innerJoin('users as person', 'person.user_id', 'held.user_id')
    .leftJoin('contact_standing as standing', 'standing.user_id', 'held.user_id')
    .select(['outcome', 'person.email', 'person.name', 'person.locale', 'person.time_zone'])
    // The penalties may restrict the member for longer than the admin.
    .select(sql<Date | null>`greatest(limited_until, restricted_until)`.as('until'))
    .where('case_id', '=', subject_id)
    .executeTakeFirst();
  if (!found?.email) return null;
  const words = wordsFor(platform, found.locale);
  const { t } = words;
  const until = found.until && words.date(found.until, 'longDay', found.time_zone ?? 'UTC');
  return letterTo(found.email, words, {
    subject: t('Your review on Parlance is done'),
    opening: t('Hello {name}, you asked us to look at your account. We have done so.', {
      name: nameInMail(words, found.name),
    }),
    results: outcomeTexts(words, found.outcome, until),
    // A banned member cannot write.
    canObject: found.outcome !== 'banned',
  });
}

function outcomeTexts({ t }: Words, outcome: string | null, until: string | null): string[] {
  if (outcome === 'restricted' && until !== null)
    return [
      t(
        'Until {date} your first messages arrive without a notice. After that they arrive as before. Your conversations go on.',
        { date: until },
      ),
      t(
        'You can keep your sessions and answer everybody who writes to you. New people find your message among their requests, and you can book them once they have answered.',
      ),
    ];
  if (outcome === 'banned') return [t('We decided to close the account.')];
  return [t('You can write to new people again. We are sorry for the wait.')];
}

async function composeRemoval(platform: Platform, [{ subject_id }]: MailBatch): Promise<Letter | null> {
  const act = await platform.db
    .selectFrom('moderation_audit as act')
    .innerJoin('users as person', 'person.user_id', 'act.user_id')
    .select(['act.action', 'person.email', 'person.name', 'person.locale'])
    .where('audit_id', '=', subject_id)
    .where('banned_at', 'is', null)
    .executeTakeFirst();
  if (!act?.email) return null;
  const words = wordsFor(platform, act.locale);
  const { t } = words;
  const name = nameInMail(words, act.name);
  const isPicture = act.action === 'remove-picture';
  return letterTo(act.email, words, {
    subject: t('We removed a part of your profile on Parlance'),
    opening: isPicture
      ? t('Hello {name}, somebody reported your picture. We looked at it and removed it.', { name })
      : t('Hello {name}, somebody reported what your profile says. We looked at it and removed it.', {
          name,
        }),
    results: [
      isPicture
        ? t('You can choose another picture in the settings.')
        : t('You can write something new when you next sign in. Until then others do not find you.'),
    ],
    canObject: true,
  });
}

function letterTo(
  to: string,
  words: Words,
  {
    subject,
    opening,
    results,
    canObject,
  }: { subject: string; opening: string; results: string[]; canObject: boolean },
): Letter {
  return {
    words,
    to,
    subject,
    preview: opening,
    blocks: [
      { kind: 'heading', text: subject },
      { kind: 'paragraph', text: opening },
      ...results.map((text) => ({ kind: 'paragraph', text }) as const),
      ...(canObject
        ? [
            {
              kind: 'smallPrint',
              text: words.t('If you think we are wrong, write to us through Chat with Admin.'),
            } as const,
          ]
        : []),
    ],
    unsubscribeUrl: null,
  };
}
