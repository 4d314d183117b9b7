import type { LanguageCode } from '@parlance/contract/languages';
import { t } from '@parlance/words/current';
import Check from 'lucide-react/icons/check';
import { type FormEvent, useState } from 'react';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Spinner } from '#ui/spinner';
import { MeaningSuggestion } from './meaning-suggestion';
import { PhraseFields } from './phrase-fields';
import { useSavedPhrase } from './use-saved-phrase';
import { WordChoice } from './word-choice';

export interface SavePhrasePanelProps {
  sourceMessageId: string;
  content: string;
  /** Selected words; null for the whole message. */
  selected: string | null;
  languageCode: LanguageCode | null;
  onDone: () => void;
}

/** A phrase being saved, with its optional fields. */
export default function SavePhrasePanel({ onDone, ...source }: SavePhrasePanelProps) {
  const { draft, change, suggest, narrow, state, problems, failure, finish, drop, isOpen } =
    useSavedPhrase(source);
  const [isFinishing, setFinishing] = useState(false);
  const run = async (act: () => Promise<boolean>) => {
    setFinishing(true);
    const isDone = await act();
    setFinishing(false);
    if (isDone && isOpen()) onDone();
  };
  return (
    <form
      className="grid gap-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void run(finish);
      }}
    >
      {failure !== null ? (
        <Banner tone="danger">{failure}</Banner>
      ) : (
        <p role="status" className="flex min-h-7 items-center gap-2 text-positive">
          {state === 'saving' && (
            <>
              <Spinner decorative />
              {t('Saving...')}
            </>
          )}
          {state === 'saved' && (
            <>
              <Check aria-hidden="true" className="size-5" />
              {t('Saved to your phrases.')}
            </>
          )}
        </p>
      )}
      <WordChoice
        content={source.content}
        languageCode={draft.languageCode}
        text={draft.text}
        onChoose={narrow}
      />
      <PhraseFields draft={draft} onChange={change} problems={problems} />
      <MeaningSuggestion draft={draft} onTake={suggest} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        {state === 'saved' && (
          <Button variant="quiet" disabled={isFinishing} onClick={() => void run(drop)}>
            {t('Remove it')}
          </Button>
        )}
        <Button type="submit" variant="primary" busy={isFinishing}>
          {state === 'saved' ? t('Done') : t('Save')}
        </Button>
      </div>
    </form>
  );
}
