import type { ChatMessage, QuotedMessage } from '@parlance/contract/chat';
import { spoken, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';

/** One-line preview of a message: its text, its caption or its kind. */
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
  // Isolates the text's direction from the label's.
  const text = `\u2068${line}\u2069`;
  // words: one line for a message that corrects another, or finds nothing to correct; {text} is the sentence
  return looksRight ? t('Looks right: {text}', { text }) : t('Corrected: {text}', { text });
}

/** Name of a message without text. */
export const kindName = (kind: ChatMessage['type'] | undefined): string =>
  // words: stands for a message without words where there is room for one line
  kind === 'picture' ? t(word('Picture', 'a message')) : t('Audio');

/** Shown text of a quote: excerpt, kind or 'deleted'. */
export const quotedWords = ({ isDeleted, excerpt, kind }: QuotedMessage): string =>
  isDeleted ? t('Message deleted') : excerpt || kindName(kind);

/** Delivery state of an own message (docs/specification/chat.md#delivered-and-read). */
export function markerOf({ deliveredAt, readAt }: ChatMessage): string {
  if (readAt) return t(word('Read', 'state of a message'));
  return deliveredAt ? t(word('Delivered', 'state of a message')) : t(word('Sent', 'state of a message'));
}

const dayMs = 86_400_000;
/** Whether a date is invalid. */
export const isBad = (moment: Date): boolean => Number.isNaN(moment.getTime());

/** Calendar days between two moments in local time; a day with a clock change counts as one. */
export function daysBetween(earlier: Date, later: Date): number {
  const dayOf = (moment: Date) => Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate());
  return Math.round((dayOf(later) - dayOf(earlier)) / dayMs);
}

export const clockText = (moment: Date): string =>
  isBad(moment) ? t('Invalid time') : spoken().date(moment, 'clock');

/** Time in the chat list: the clock today, the weekday within seven days, otherwise MM/dd/yy. */
export function listTimeText(moment: Date, now: Date): string {
  if (isBad(moment)) return t('Invalid time');
  const days = daysBetween(moment, now);
  // A date slightly in the future, from clock skew, counts as today.
  if (days <= 0) return clockText(moment);
  return days < 7 ? spoken().date(moment, 'weekday') : spoken().date(moment, 'digitDay');
}

export function dayHeading(moment: Date, now: Date): string {
  if (isBad(moment)) return t('Invalid time');
  const days = daysBetween(moment, now);
  if (days <= 0) return t('Today');
  return days === 1 ? t('Yesterday') : spoken().date(moment, 'fullDay');
}

/** Formats a duration, such as 0:07. */
export function soundTimeText(ms: number): string {
  const seconds = Math.round(Math.max(0, ms) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
