import { memo } from 'react';

/** A piece of a message: words, or an address that may become a link. */
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

/** Finds web addresses. Only http and https ever become links; everything else stays words. */
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
