import type { ChatMessage } from '@parlance/contract/chat';
import type { LanguageCode } from '@parlance/contract/languages';
import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import BookmarkPlus from 'lucide-react/icons/bookmark-plus';
import { lazy, type ReactNode, Suspense } from 'react';
import { useLanguagePair, useMessageLanguage } from '#aids/use-message-language';
import { Button } from '#ui/button';
import { Spinner } from '#ui/spinner';
import { selectedWordsOf } from './selected-words';

const SavePhrasePanel = lazy(() => import('./save-phrase-panel'));

export interface SavePhraseActionProps {
  message: ChatMessage;
  partner: FullProfile | undefined;
  onDone: () => void;
  onShow: (panel: { title: string; body: ReactNode }) => void;
}

/** Saves a message, or the selected words, with one press; the meaning can follow. */
export function SavePhraseAction({ message, partner, onDone, onShow }: SavePhraseActionProps) {
  const { content } = message;
  const detected = useMessageLanguage(message, partner);
  const pair = useLanguagePair(partner);
  if (content === null) return null;
  const likely = detected ?? pair?.practised ?? partner?.languages[0]?.languageCode ?? null;
  const save = () =>
    onShow({
      title: t('Save phrase'),
      body: (
        <Suspense fallback={<Spinner label={t('Saving...')} />}>
          <SavePhrasePanel
            sourceMessageId={message.chatMessageId}
            content={content}
            selected={selectedWordsOf(content)}
            languageCode={likely as LanguageCode | null}
            onDone={onDone}
          />
        </Suspense>
      ),
    });
  return (
    <Button onClick={save}>
      <BookmarkPlus aria-hidden="true" className="size-5" />
      {t('Save phrase')}
    </Button>
  );
}
