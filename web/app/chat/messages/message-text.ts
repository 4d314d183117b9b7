import type { ChatMessage, QuotedMessage } from '@parlance/contract/chat';
import { spoken, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';

/** What a message is called where there is no room for it: its text or caption on one line, or what it is. */
export function previewOf(
  {
    content,
    corrects,
    deletedAt,
    type,
  }: Pick<ChatMessage, 'content' | 'corrects' | 'deletedAt'> & { type?: ChatMessage['type'] },
  looksRight = false,
): string {
  if (deletedAt) return t('Message deleted');
  if (content === null) return kindName(type);
  const line = content.replaceAll(/\s+/g, ' ');
  if (!corrects) return line;
  // Between the signs that keep its direction apart from that of the words before it.
  const text = `\u2068${line}\u2069`;
  // words: one line for a message that corrects another, or finds nothing to correct; {text} is the sentence
  return looksRight ? t('Looks right: {text}', { text }) : t('Corrected: {text}', { text });
}

/** What a message without words is called. */
export const kindName = (kind: ChatMessage['type'] | undefined): string =>
  // words: stands for a message without words where there is room for one line
  kind === 'picture' ? t(word('Picture', 'a message')) : t('Audio');

/** What of a quoted message is shown: its words, what it is, or that it is gone. */
export const quotedWords = ({ isDeleted, excerpt, kind }: QuotedMessage): string =>
  isDeleted ? t('Message deleted') : excerpt || kindName(kind);

/** How far an own message got (docs/specification/chat.md#delivered-and-read). */
export function markerOf({ deliveredAt, readAt }: ChatMessage): string {
  if (readAt) return t(word('Read', 'state of a message'));
  return deliveredAt ? t(word('Delivered', 'state of a message')) : t(word('Sent', 'state of a message'));
}

const dayMs = 86_400_000;
/** Whether a moment is none. */
export const isBad = (moment: Date): boolean => Number.isNaN(moment.getTime());

/** Days on the viewer's calendar from one moment to another. A day with a clock change still counts as one. */
export function daysBetween(earlier: Date, later: Date): number {
  const dayOf = (moment: Date) => Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate());
  return Math.round((dayOf(later) - dayOf(earlier)) / dayMs);
}

/** The time on the viewer's clock. */
export const clockText = (moment: Date): string =>
  isBad(moment) ? t('Invalid time') : spoken().date(moment, 'clock');

/** A time in the chat list: today the clock, within seven days the weekday, otherwise MM/dd/yy. */
export function listTimeText(moment: Date, now: Date): string {
  if (isBad(moment)) return t('Invalid time');
  const days = daysBetween(moment, now);
  // A message from a clock a little ahead of ours is of today.
  if (days <= 0) return clockText(moment);
  return days < 7 ? spoken().date(moment, 'weekday') : spoken().date(moment, 'digitDay');
}

/** The heading of a day in a conversation. */
export function dayHeading(moment: Date, now: Date): string {
  if (isBad(moment)) return t('Invalid time');
  const days = daysBetween(moment, now);
  if (days <= 0) return t('Today');
  return days === 1 ? t('Yesterday') : spoken().date(moment, 'fullDay');
}

/** A length of sound, such as 0:07. */
export function soundTimeText(ms: number): string {
  const seconds = Math.round(Math.max(0, ms) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
