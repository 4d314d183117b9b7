import type { ChatMessage } from '@parlance/contract/chat';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';

/** What a message is called where there is no room for it: its text on one line, or 'Audio'. */
export function previewOf(
  { content, corrects }: Pick<ChatMessage, 'content' | 'corrects'>,
  looksRight = false,
): string {
  // words: stands for a voice message where there is room for one line
  if (content === null) return t('Audio');
  const line = content.replaceAll(/\s+/g, ' ');
  if (!corrects) return line;
  // Between the signs that keep its direction apart from that of the words before it.
  const text = `\u2068${line}\u2069`;
  // words: one line for a message that corrects another, or finds nothing to correct; {text} is the sentence
  return looksRight ? t('Looks right: {text}', { text }) : t('Corrected: {text}', { text });
}

/** How far an own message got (§2). */
export function markerOf({ deliveredAt, readAt }: ChatMessage): string {
  if (readAt) return t(word('Read', 'state of a message'));
  return deliveredAt ? t(word('Delivered', 'state of a message')) : t(word('Sent', 'state of a message'));
}
