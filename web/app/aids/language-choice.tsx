import type { ChatMessage } from '@parlance/contract/chat';
import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import Tag from 'lucide-react/icons/tag';
import type { ReactNode } from 'react';
import { languageTitle } from '#languages/language-name';
import { Button } from '#ui/button';
import { keepLanguage } from './kept-languages';
import { useLanguagePair } from './use-message-language';

export interface LanguageChoiceProps {
  message: ChatMessage;
  partner: FullProfile | undefined;
  /** Null if unsure. */
  language: string | null;
  onDone: () => void;
  onShow: (panel: { title: string; body: ReactNode }) => void;
}

/** Corrects the detected language of a message. */
export function LanguageChoice({ message, partner, language, onDone, onShow }: LanguageChoiceProps) {
  const pair = useLanguagePair(partner);
  if (!pair) return null;
  const choose = (chosen: string | null) => {
    keepLanguage(message.chatMessageId, chosen);
    onDone();
  };
  const body = (
    <div className="grid gap-2">
      <p className="text-ink-soft">{t('Stays on this device. Used to show how your languages are split.')}</p>
      {pair.spoken.map((code) => (
        <Button
          key={code}
          variant={code === language ? 'primary' : 'secondary'}
          aria-pressed={code === language}
          onClick={() => choose(code)}
        >
          {languageTitle(code)}
        </Button>
      ))}
      <Button aria-pressed={language === null} onClick={() => choose(null)}>
        {t('None of these')}
      </Button>
    </div>
  );
  return (
    <Button onClick={() => onShow({ title: t('Which language is this message in?'), body })}>
      <Tag aria-hidden="true" className="size-5 shrink-0" />
      {language === null
        ? t('Set its language')
        : // words: which language a message is in
          t('Language: {language}', { language: languageTitle(language) })}
    </Button>
  );
}
