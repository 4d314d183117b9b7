import { memo } from 'react';

/** A part of a message: text, or a web address with its href. */
interface TextPiece {
  text: string;
  href: string | null;
}

const address = /\bhttps?:\/\/[^\s<>"'`]+/giu;
const trailing = '.,;:!?)]}»”’';

function withoutTrailing(found: string): string {
  let end = found.length;
  while (end > 0 && trailing.includes(found.charAt(end - 1))) end -= 1;
  return found.slice(0, end);
}

/** Splits text at web addresses. Only http and https become links. */
export function splitLinks(content: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of content.matchAll(address)) {
    const found = withoutTrailing(match[0]);
    if (!URL.canParse(found)) continue;
    pieces.push({ text: content.slice(end, match.index), href: null });
    pieces.push({ text: found, href: new URL(found).href });
    end = match.index + found.length;
  }
  pieces.push({ text: content.slice(end), href: null });
  return pieces.filter(({ text }) => text !== '');
}

export interface MessageWordsProps {
  content: string;
  /** Language of the text, if known. */
  lang?: string | undefined;
}

/** Text of a message, never parsed as markup. Links send no referrer. */
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
            // Explicit direction: in right-to-left text the parts of an address would be reordered.
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
