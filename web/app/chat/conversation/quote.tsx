import type { QuotedMessage } from '@parlance/contract/chat';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { quotedWords } from '#chat/messages/message-text';

export interface QuoteProps {
  quoted: QuotedMessage;
  /** Null for the member's own message. */
  authorName: string | null;
  onPress?: ((chatMessageId: string) => void) | undefined;
}

/** The quoted message above a reply; pressing it scrolls there. */
export function Quote({ quoted, authorName, onPress }: QuoteProps) {
  const words = quotedWords(quoted);
  return (
    <button
      type="button"
      onClick={() => onPress?.(quoted.chatMessageId)}
      className="mt-0.5 mb-1.5 grid min-h-11 w-full content-center border-s-2 border-current ps-2.5 text-start text-sm leading-snug opacity-80"
    >
      {/* Not a label: it would differ from the visible words, by which speech input finds a button. */}
      <span className="sr-only">
        {authorName === null
          ? t('In reply to you: {words}', { words })
          : t('In reply to {name}: {words}', { name: authorName, words })}
      </span>
      <span aria-hidden="true" dir="auto" className="truncate text-page-start font-medium">
        {authorName ?? t(word('You', 'who wrote a message'))}
      </span>
      {/* As wide as its words and aligned in their direction: Chromium clips the ellipsis of lines aligned at their end. */}
      <span
        aria-hidden="true"
        dir="auto"
        className="line-clamp-2 justify-self-start text-start [overflow-wrap:anywhere]"
      >
        {words}
      </span>
    </button>
  );
}
