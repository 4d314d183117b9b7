import type { NoticeKind } from './notices.ts';
import { isEnd, type Notice } from './session-news.ts';

interface Wording {
  subject: string;
  sentence: string;
}

/** How a mail about one session begins; `known` is the partner's name, null once the account is gone. */
export function wording(kind: NoticeKind, known: string | null): Wording {
  const name = nameOf(known);
  switch (kind) {
    case 'booked':
      return {
        subject: `${name} booked a session with you`,
        sentence: `${name} booked one of your times. The invitation for your calendar is attached.`,
      };
    case 'cancelled':
      return {
        subject: `${name} cancelled your session`,
        sentence: `${name} cancelled the session with you. The attached file takes it out of your calendar.`,
      };
    case 'withdrawn':
      return {
        subject: `Your session with ${name} is cancelled`,
        sentence:
          known === null
            ? 'Your partner has closed their account, so the session is cancelled. The attached file takes it out of your calendar.'
            : `${name} is no longer available, so the session is cancelled. The attached file takes it out of your calendar.`,
      };
    case 'reminder-day':
      return {
        subject: `Your session with ${name} is coming up`,
        sentence: `You are going to talk with ${name}:`,
      };
    case 'reminder-soon':
      return { subject: `Your session with ${name} starts soon`, sentence: `${name} is expecting you:` };
  }
}

/** How a mail about several sessions with one person begins. */
export function gatheredWording(news: Notice[], known: string | null): Wording {
  const name = nameOf(known);
  const count = news.length;
  const file = 'The attached file brings your calendar up to date.';
  if (news.every(({ kind }) => kind === 'booked')) {
    return {
      subject: `${name} booked ${count} sessions with you`,
      sentence: `${name} booked ${count} of your times. ${file}`,
    };
  }
  if (news.every(({ kind }) => kind === 'cancelled')) {
    return {
      subject: `${name} cancelled ${count} sessions with you`,
      sentence: `${name} cancelled ${count} sessions with you. ${file}`,
    };
  }
  if (news.every(isEnd)) {
    const why = known === null ? 'Your partner has closed their account' : `${name} is no longer available`;
    return {
      subject: `${count} sessions with ${name} are cancelled`,
      sentence: `${why}, so ${count} sessions are cancelled. ${file}`,
    };
  }
  return {
    subject: `${name} changed ${count} sessions with you`,
    sentence: `${name} booked and cancelled sessions with you. ${file}`,
  };
}

const nameOf = (known: string | null): string => known ?? 'a language partner';
