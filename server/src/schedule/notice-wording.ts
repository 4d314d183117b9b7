import type { Words } from '@parlance/words/words';
import type { NoticeKind } from './notices.ts';
import { isBooking, isEnd, type Notice } from './session-news.ts';

export interface Wording {
  subject: string;
  sentence: string;
}

/** Opening of a mail about one session; `name` is null once the partner's account is deleted. */
export function wording(words: Words, kind: NoticeKind, name: string | null): Wording {
  const { t } = words;
  if (name === null)
    return {
      subject: t('Your session is cancelled'),
      sentence: t(
        'Your partner has closed their account, so the session is cancelled. The attached file takes it out of your calendar.',
      ),
    };
  switch (kind) {
    case 'booked':
      return {
        subject: t('{name} booked a session with you', { name }),
        sentence: t('{name} booked one of your times. The invitation for your calendar is attached.', {
          name,
        }),
      };
    case 'booked-own':
      return {
        subject: t('Your session with {name} is booked', { name }),
        sentence: t('You booked a session with {name}. The invitation for your calendar is attached.', {
          name,
        }),
      };
    case 'moved':
      return {
        subject: t('Your session with {name} has a new time', { name }),
        sentence: t(
          'Your session with {name} has moved. The attached file brings your calendar up to date.',
          {
            name,
          },
        ),
      };
    case 'move-proposed':
      return {
        subject: t('{name} suggests another time', { name }),
        sentence: t(
          '{name} suggests another time for your session. Until you accept, it stays where it is.',
          { name },
        ),
      };
    case 'move-declined':
      return {
        subject: t('{name} would like to keep the time of your session', { name }),
        sentence: t('{name} declined the time that you suggested. The session stays where it is:', { name }),
      };
    case 'weekly':
      return weeklyWording(words, name);
    case 'cancelled':
      return {
        subject: t('{name} cancelled your session', { name }),
        sentence: t(
          '{name} cancelled the session with you. The attached file takes it out of your calendar.',
          { name },
        ),
      };
    case 'withdrawn':
      return {
        subject: t('Your session with {name} is cancelled', { name }),
        sentence: t(
          '{name} is no longer available, so the session is cancelled. The attached file takes it out of your calendar.',
          { name },
        ),
      };
    case 'reminder-day':
      return {
        subject: t('Your session with {name} is coming up', { name }),
        sentence: t('You are going to talk with {name}:', { name }),
      };
    case 'reminder-soon':
      return {
        subject: t('Your session with {name} starts soon', { name }),
        sentence: t('{name} is expecting you:', { name }),
      };
  }
}

/** The only mail of a series; later weeks are in the calendar and have reminders. */
const weeklyWording = ({ t }: Words, name: string): Wording => ({
  subject: t('You and {name} meet every week', { name }),
  sentence: t(
    '{name} agreed to meet you every week at the same time. Each week one more session is booked. The attached file brings your calendar up to date.',
    { name },
  ),
});

/** Opening of a mail about several sessions with one partner. */
export function combinedWording(words: Words, news: Notice[], name: string | null): Wording {
  const { t, counted } = words;
  const count = news.length;
  if (name === null)
    return {
      subject: counted(count, '1 session is cancelled', '{count} sessions are cancelled'),
      sentence: counted(
        count,
        'Your partner has closed their account, so 1 session is cancelled. The attached file brings your calendar up to date.',
        'Your partner has closed their account, so {count} sessions are cancelled. The attached file brings your calendar up to date.',
      ),
    };
  if (news.every(isBooking) && news.some(({ kind }) => kind === 'weekly')) return weeklyWording(words, name);
  if (news.every(({ kind }) => kind === 'booked')) {
    return {
      subject: counted(count, '{name} booked 1 session with you', '{name} booked {count} sessions with you', {
        name,
      }),
      sentence: counted(
        count,
        '{name} booked 1 of your times. The attached file brings your calendar up to date.',
        '{name} booked {count} of your times. The attached file brings your calendar up to date.',
        { name },
      ),
    };
  }
  if (news.some(({ kind }) => kind === 'booked-own' || kind === 'moved'))
    return changedWording(words, count, name);
  if (news.every(({ kind }) => kind === 'cancelled')) {
    return {
      subject: counted(
        count,
        '{name} cancelled 1 session with you',
        '{name} cancelled {count} sessions with you',
        { name },
      ),
      sentence: counted(
        count,
        '{name} cancelled 1 session with you. The attached file brings your calendar up to date.',
        '{name} cancelled {count} sessions with you. The attached file brings your calendar up to date.',
        { name },
      ),
    };
  }
  if (news.every(isEnd)) {
    return {
      subject: counted(
        count,
        '1 session with {name} is cancelled',
        '{count} sessions with {name} are cancelled',
        { name },
      ),
      sentence: counted(
        count,
        '{name} is no longer available, so 1 session is cancelled. The attached file brings your calendar up to date.',
        '{name} is no longer available, so {count} sessions are cancelled. The attached file brings your calendar up to date.',
        { name },
      ),
    };
  }
  return {
    subject: counted(count, '{name} changed 1 session with you', '{name} changed {count} sessions with you', {
      name,
    }),
    sentence: t(
      '{name} booked and cancelled sessions with you. The attached file brings your calendar up to date.',
      { name },
    ),
  };
}

/** Several sessions of which the reader or either party changed some. */
const changedWording = ({ t, counted }: Words, count: number, name: string): Wording => ({
  subject: counted(count, '1 session with {name} has changed', '{count} sessions with {name} have changed', {
    name,
  }),
  sentence: t('Here is what is new. The attached file brings your calendar up to date.'),
});
