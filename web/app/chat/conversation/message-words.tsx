import { memo } from 'react';
import { splitLinks } from '#chat/messages/message-text';

export interface MessageWordsProps {
  content: string;
  /** Where it is known. */
  lang?: string | undefined;
}

/** The words of a message as they were written: text, never markup. Addresses become links that give nothing away. */
export const MessageWords = memo(function MessageWords({ content, lang }: MessageWordsProps) {
  let position = 0;
  const pieces = splitLinks(content).map((piece) => {
    const key = position;
    position += piece.text.length;
    return { ...piece, key };
  });
  return (
    <p dir="auto" lang={lang} className="leading-normal [overflow-wrap:anywhere] whitespace-pre-wrap">
      {pieces.map(({ text, href, key }) =>
        href ? (
          <a
            key={key}
            // Its own direction: in a text from right to left an address would be torn apart.
            dir="ltr"
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="underline underline-offset-2"
          >
            {text}
          </a>
        ) : (
          text
        ),
      )}
    </p>
  );
});
