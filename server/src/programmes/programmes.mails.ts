import { declaredHours } from '@parlance/contract/programme-limits';
import type { Words } from '@parlance/words/words';
import { languageNameIn } from '#languages/languages';
import type { Composers, Letter, MailBatch } from '#platform/mail-queue';
import { type MailBlock, nameInMail } from '#platform/mail-template';
import type { Platform } from '#platform/platform';
import { accountEndOf } from './account-ends.ts';
import { composeAppointment, composeDigest } from './coordinator-mails.ts';
import { hoursTotals } from './hour-totals.ts';
import { readRecipient, toLetter, type Wording } from './letter.ts';
import { type PlaceRow, readPlaces, unmatchedOf } from './places.ts';
import { exportProgrammes } from './programmes.export.ts';
import { rangeText, reasonText } from './reason-text.ts';
import type { ProgrammeRow } from './roles.ts';
import { partners } from './view.ts';

/** What every mail of a programme needs; composed at the time of sending, for students who are still in it. */
interface Reading {
  platform: Platform;
  programme: ProgrammeRow;
  place: PlaceRow;
  words: Words;
  otherUserId: string | null;
}

type Wordings = (reading: Reading) => Wording | null | Promise<Wording | null>;

const wordings: Record<string, Wordings> = {
  'programme-joined': ({ programme, words: { t, date } }) => ({
    subject: t('You have joined {programme}', { programme: programme.name }),
    blocks: [
      {
        kind: 'paragraph',
        text: t('Registration ends on {day}. You get a mail when the partners are decided.', {
          day: date(dayOf(programme.registration_ends_on), 'longDay', 'UTC'),
        }),
      },
    ],
  }),
  'programme-partner': composePartner,
  'programme-unmatched': composeUnmatched,
  'programme-partner-left': ({ programme, words: { t } }) => ({
    subject: t('A change of partners in {programme}', { programme: programme.name }),
    blocks: [
      { kind: 'paragraph', text: t('One of your pairs has ended. You come first in the next round.') },
    ],
  }),
  'programme-hours': async ({ platform, programme, otherUserId, words }) => {
    const [other] = otherUserId ? await readPlaces(platform.db, programme.programme_id, otherUserId) : [];
    if (!other) return null;
    return {
      subject: words.t('Please confirm hours in {programme}', { programme: programme.name }),
      blocks: [
        {
          kind: 'paragraph',
          text: words.t('{name} has added hours that you met elsewhere. Please answer within {days} days.', {
            name: nameInMail(words, other.name),
            days: declaredHours.answerDays,
          }),
        },
      ],
    };
  },
  'programme-first-session': ({ programme, place, words: { t } }) =>
    place.status !== 'paired'
      ? null
      : {
          subject: t('Have you met your partner yet?'),
          blocks: [
            {
              kind: 'paragraph',
              text: t('The term of {programme} has begun, and you have had no session yet.', {
                programme: programme.name,
              }),
            },
          ],
        },
  'programme-half': composeHalf,
  'programme-certificate': ({ programme, words: { t } }) => ({
    subject: t('Your certificate is ready'),
    blocks: [
      {
        kind: 'paragraph',
        text: t('You have all the hours of {programme}. You can print your certificate now.', {
          programme: programme.name,
        }),
      },
    ],
  }),
  'programme-erasure': async ({ platform, programme, place, words: { t, date } }) => ({
    subject: t('Your data in {programme} will be erased on {day}', {
      programme: programme.name,
      day: date(dayOf(programme.erase_on), 'longDay', 'UTC'),
    }),
    blocks: [
      {
        kind: 'paragraph',
        text: t(
          'Attached is what is stored about you. Get your certificate before this day if you need one.',
        ),
      },
      ...(accountEndOf(platform, programme, place)
        ? ([
            {
              kind: 'paragraph',
              text: t(
                'Your account is deleted on the same day. If you want to keep it, say so on the page of the programme.',
              ),
            },
          ] as MailBlock[])
        : []),
    ],
    ...(accountEndOf(platform, programme, place) && { button: t('Keep my account') }),
    attachments: [
      {
        filename: 'programme.json',
        content: JSON.stringify(await exportProgrammes(platform, place.user_id), null, 2),
        contentType: 'application/json',
      },
    ],
  }),
};

const dayOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Mails of programmes. They belong to taking part or coordinating: leaving the programme ends them. */
export const programmesMails: Composers = {
  ...Object.fromEntries(Object.entries(wordings).map(([kind, wording]) => [kind, composer(wording)])),
  'programme-message': composeMessage,
  'programme-coordinator': composeAppointment,
  'programme-digest': composeDigest,
};

function composer(wording: Wordings): Composers[string] {
  return async (platform, [{ user_id, subject_id, other_user_id }]) => {
    const reader = await readReader(platform, user_id, subject_id);
    if (!reader) return null;
    const written = await wording({ platform, otherUserId: other_user_id, ...reader });
    return written && toLetter(platform, reader, written);
  };
}

async function readReader(platform: Platform, userId: string | null, programmeId: string | null) {
  if (userId === null || programmeId === null) return null;
  const [place] = await readPlaces(platform.db, programmeId, userId);
  const reader = place && (await readRecipient(platform, userId, programmeId));
  return reader ? { ...reader, place } : null;
}

const timesShown = 3;

async function composePartner({
  platform,
  programme,
  place,
  words,
  otherUserId,
}: Reading): Promise<Wording | null> {
  const partner = (await partners(platform, programme, place)).find(
    ({ profile }) => profile.userId === otherUserId,
  );
  if (!partner) return null;
  const { t } = words;
  const name = nameInMail(words, partner.profile.name);
  const items = partner.commonHours.slice(0, timesShown).map((range) => ({ text: rangeText(words, range) }));
  return {
    subject: t('Your partner in {programme}: {name}', { programme: programme.name, name }),
    blocks: [
      {
        kind: 'paragraph',
        text: t('{name} teaches you {learned} and learns {taught} from you.', {
          name,
          learned: languageNameIn(words, partner.learns),
          taught: languageNameIn(words, partner.teaches),
        }),
      },
      ...(items.length === 0
        ? []
        : ([
            { kind: 'subheading', text: t('When both of you are free') },
            { kind: 'list', items },
          ] as MailBlock[])),
    ],
  };
}

function composeUnmatched({ programme, place, words }: Reading): Wording | null {
  const reason = unmatchedOf(place);
  if (!reason) return null;
  const { t } = words;
  return {
    subject: t('No partner yet in {programme}', { programme: programme.name }),
    blocks: [
      { kind: 'paragraph', text: reasonText(words, reason) },
      ...(reason.hours.length === 0
        ? []
        : ([
            { kind: 'subheading', text: t('These free hours would help') },
            { kind: 'list', items: reason.hours.map((range) => ({ text: rangeText(words, range) })) },
          ] as MailBlock[])),
    ],
  };
}

async function composeHalf({ platform, programme, place, words: { t } }: Reading): Promise<Wording> {
  const { total } = (await hoursTotals(platform.db, programme, place.user_id))(place.user_id);
  const hours = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  return {
    subject: t('Half of the term is over'),
    blocks: [
      {
        kind: 'paragraph',
        // words: both values are hours and minutes, such as 8:30
        text: t('You have {done} of {needed} hours in {programme}.', {
          done: hours(total.countedMinutes),
          needed: hours(total.neededMinutes),
          programme: programme.name,
        }),
      },
    ],
  };
}

/** A mail of a coordinator, labelled as such. */
async function composeMessage(
  platform: Platform,
  [{ user_id, subject_id }]: MailBatch,
): Promise<Letter | null> {
  const message = await platform.db
    .selectFrom('programme_messages')
    .select(['programme_id', 'subject', 'text'])
    .where('message_id', '=', subject_id ?? '')
    .executeTakeFirst();
  const reader = message && (await readReader(platform, user_id, message.programme_id));
  if (!message || !reader) return null;
  const { programme, words } = reader;
  const label = words.t('{office} sent this to students of {programme}.', {
    office: programme.office,
    programme: programme.name,
  });
  const blocks: MailBlock[] = [
    { kind: 'paragraph', text: message.text, isWritten: true },
    { kind: 'smallPrint', text: label },
  ];
  return toLetter(platform, reader, { subject: message.subject, blocks });
}
