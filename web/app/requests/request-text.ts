import { type ContactRequest, requestTextMaxLength } from '@parlance/contract/contact';
import { spoken, t } from '@parlance/words/current';
import { soundTimeText } from '#chat/messages/message-text';

/** Whether the text was cut; the server sends at most `requestTextMaxLength` code points. */
export const isCut = ({ text }: ContactRequest): boolean =>
  text !== null && [...text].length >= requestTextMaxLength;

/** The first message: its text, or what it is. */
export function requestWords(request: ContactRequest): string {
  const { text, durationMs } = request;
  // Everything was deleted by the sender.
  if (text === null && durationMs === null) return t('Message deleted');
  if (text === null) return t('A voice message, {duration}', { duration: soundTimeText(durationMs ?? 0) });
  return isCut(request) ? `${text.trimEnd()}…` : text;
}

/** 'Here since May 2026'. */
export const hereSince = (createdAt: Date): string =>
  // words: how long somebody has been a member; {month} is such as May 2026
  t('Here since {month}', { month: spoken().date(createdAt, 'month', 'UTC') });
