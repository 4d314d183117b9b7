import type { ChatMessage } from '@parlance/contract/chat';
import { t } from '@parlance/words/current';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import PencilLine from 'lucide-react/icons/pencil-line';
import { type ReactNode, useState } from 'react';
import { classNames } from '#lib/class-names';
import { sentence } from '#lib/sentence';
import { Button } from '#ui/button';
import { copyText } from '#ui/copy-text';
import { isUnchanged } from './difference';
import { DifferenceWords } from './difference-words';

/** A correcting message and the text that it corrects. */
export interface Correction {
  message: ChatMessage;
  original: string;
}

export interface CorrectionCardProps {
  correction: Correction;
  /** The language of both, if known. */
  lang: string | undefined;
  /** Null for the reader's own correction. */
  authorName: string | null;
  /** Time and delivery status. */
  foot: ReactNode;
  /** Opens the message actions. */
  onMore: () => void;
}

// Smaller targets are enough for a mouse.
const smallClass = 'text-ink-soft! pointer-fine:min-h-8!';

export function CorrectionCard({ correction, lang, authorName, foot, onMore }: CorrectionCardProps) {
  const { message, original } = correction;
  const [isWhole, setWhole] = useState(false);
  const content = message.content ?? '';
  const note = message.corrects?.note;
  const looksRight = isUnchanged(original, content);
  const Icon = looksRight ? Check : PencilLine;
  return (
    <article className="mt-2 max-w-[88%] border-s-2 border-positive-line ps-3 sm:max-w-[75%]">
      <p className="flex items-start gap-1.5 text-sm text-ink-soft">
        <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-positive" />
        <span>{headingOf(correction, authorName, looksRight)}</span>
      </p>
      {!looksRight &&
        (isWhole ? (
          <p dir="auto" lang={lang} className="leading-normal [overflow-wrap:anywhere] whitespace-pre-wrap">
            {content}
          </p>
        ) : (
          <DifferenceWords original={original} corrected={content} lang={lang} />
        ))}
      {note && (
        <p className="text-sm text-ink-soft [overflow-wrap:anywhere] whitespace-pre-wrap">
          {sentence('Note: {note}', { note: <bdi>{note}</bdi> })}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-1 text-sm text-ink-faint tabular-nums">
        <p className="pe-1 text-xs">{foot}</p>
        {!looksRight && (
          <>
            <Button
              variant="quiet"
              aria-pressed={isWhole}
              onClick={() => setWhole(!isWhole)}
              className={classNames(smallClass, 'px-2!')}
            >
              {t('Whole text')}
            </Button>
            <Button
              variant="quiet"
              aria-label={t('Copy the correction')}
              onClick={() => void copyText(content)}
              className={classNames(smallClass, 'px-0!')}
            >
              <Copy aria-hidden="true" className="size-4" />
            </Button>
          </>
        )}
        <Button
          variant="quiet"
          aria-label={t('Correction options')}
          onClick={onMore}
          className={classNames(smallClass, 'px-0!')}
        >
          <Ellipsis aria-hidden="true" className="size-5" />
        </Button>
      </div>
    </article>
  );
}

function headingOf({ message }: Correction, authorName: string | null, looksRight: boolean): ReactNode {
  const isMistake = message.corrects?.kind === 'mistake';
  if (authorName === null) {
    if (looksRight) return t('You: this looks right');
    return isMistake ? t('You corrected a mistake') : t('You suggested a more natural way');
  }
  const name = <bdi>{authorName}</bdi>;
  if (looksRight) return sentence('{name}: this looks right', { name });
  return isMistake
    ? sentence('{name} corrected a mistake', { name })
    : sentence('{name} suggests a more natural way', { name });
}
