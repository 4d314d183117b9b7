import type { ChatMessage } from '@parlance/contract/chat';
import { t } from '@parlance/words/current';

/** What a message is called where there is no room for it: its text on one line, or 'Audio'. */
export const previewOf = (message: Pick<ChatMessage, 'content'>): string =>
  // words: stands for a voice message where there is room for one line
  message.content === null ? t('Audio') : message.content.replaceAll(/\s+/g, ' ');

/** A piece of a message: words, or an address that may become a link. */
export interface TextPiece {
  text: string;
  href: string | null;
}

const address = /\bhttps?:\/\/[^\s<>"'`]+/giu;
const trailing = /[.,;:!?)\]}»”’]+$/u;

/** Finds web addresses. Only http and https ever become links; everything else stays words. */
export function splitLinks(content: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of content.matchAll(address)) {
    const found = match[0].replace(trailing, '');
    if (!URL.canParse(found)) continue;
    pieces.push({ text: content.slice(end, match.index), href: null });
    pieces.push({ text: found, href: new URL(found).href });
    end = match.index + found.length;
  }
  pieces.push({ text: content.slice(end), href: null });
  return pieces.filter(({ text }) => text !== '');
}
