import type { Phrase } from '@parlance/contract/phrases';
import { t } from '@parlance/words/current';
import BookmarkMinus from 'lucide-react/icons/bookmark-minus';
import Pencil from 'lucide-react/icons/pencil';
import { type MouseEvent, useId } from 'react';
import { languageTitle } from '#languages/language-name';
import { Button } from '#ui/button';
import { dueText } from './due-text';
import { PhraseSource } from './phrase-source';
import { SpeakButton } from './speak-button';

export interface PhraseItemProps {
  phrase: Phrase;
  now: number;
  onEdit: () => void;
  onDelete: () => void;
}

export function PhraseItem({ phrase, now, onEdit, onDelete }: PhraseItemProps) {
  const { text, meaning, context, languageCode, partnerUserId, dueAt } = phrase;
  const textId = useId();
  const remove = ({ currentTarget }: MouseEvent) => {
    // The deleted item unmounts with its button: focus moves to a neighbour, or to the page after the last one.
    const item = currentTarget.closest('li');
    const next = item?.nextElementSibling ?? item?.previousElementSibling;
    const button = next?.querySelector<HTMLElement>('button:last-of-type');
    (button ?? currentTarget.closest('main'))?.focus({ preventScroll: !button });
    onDelete();
  };
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-b border-line py-4 last:border-0">
      <div className="grid min-w-0 content-start gap-1 [overflow-wrap:anywhere]">
        <p
          id={textId}
          dir="auto"
          lang={languageCode}
          className="text-page-start text-lg leading-snug font-medium whitespace-pre-line"
        >
          {text}
        </p>
        {meaning !== '' && (
          <p dir="auto" className="text-page-start whitespace-pre-line text-ink-soft">
            {meaning}
          </p>
        )}
        {context !== '' && (
          <p
            dir="auto"
            lang={languageCode}
            className="text-page-start text-sm whitespace-pre-line text-ink-soft"
          >
            {context}
          </p>
        )}
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-faint">
          <span>{languageTitle(languageCode)}</span>
          <span>{dueText(dueAt, now)}</span>
          {partnerUserId !== null && (
            <span>
              <PhraseSource userId={partnerUserId} />
            </span>
          )}
        </p>
      </div>
      <div className="-me-2 flex items-start max-sm:flex-col">
        <SpeakButton text={text} languageCode={languageCode} />
        {[
          { label: t('Edit phrase'), Icon: Pencil, act: onEdit },
          { label: t('Delete phrase'), Icon: BookmarkMinus, act: remove },
        ].map(({ label, Icon, act }) => (
          <Button
            key={label}
            variant="quiet"
            className="px-0"
            aria-label={label}
            aria-describedby={textId}
            onClick={act}
          >
            <Icon aria-hidden="true" className="size-5" />
          </Button>
        ))}
      </div>
    </li>
  );
}
