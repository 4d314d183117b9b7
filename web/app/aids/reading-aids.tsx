import { translatedMaxLength } from '@parlance/contract/aids';
import type { ChatMessage } from '@parlance/contract/chat';
import type { FullProfile } from '@parlance/contract/people';
import { spoken, t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import BookA from 'lucide-react/icons/book-a';
import Languages from 'lucide-react/icons/languages';
import Volume2 from 'lucide-react/icons/volume-2';
import { type ReactNode, useEffect, useState } from 'react';
import { ownLanguagesQuery } from '#languages/languages-queries';
import { useSignedIn } from '#session/signed-in';
import { Button } from '#ui/button';
import { showToast } from '#ui/toast';
import { canTranslateHere } from './device-translator';
import { LanguageChoice } from './language-choice';
import { readableLanguage, readingsOf } from './readings';
import { showAid } from './shown-aids';
import { speak, voiceFor, watchVoices } from './speech';
import { targetLanguage, translate } from './translation';
import { useLanguagePair, useMessageLanguage } from './use-message-language';

export interface ReadingAidsProps {
  message: ChatMessage;
  partner: FullProfile | undefined;
  onDone: () => void;
  onShow: (panel: { title: string; body: ReactNode }) => void;
}

interface AidProps extends ReadingAidsProps {
  content: string;
  /** Null if unsure. */
  language: string | null;
}

/** Reading aids of a message: speech, translation, transcription and language choice. */
export function ReadingAids(props: ReadingAidsProps) {
  const { content } = props.message;
  const language = useMessageLanguage(props.message, props.partner);
  if (content === null || language === undefined) return null;
  const aid = { ...props, content, language };
  return (
    <div className="flex flex-wrap gap-2 empty:hidden *:flex-auto">
      <Speak {...aid} />
      <Translate {...aid} />
      <Readings {...aid} />
      <LanguageChoice {...aid} />
    </div>
  );
}

function Speak({ message, content, language, onDone }: AidProps) {
  const [voices, setVoices] = useState<SpeechSynthesisVoice[]>([]);
  useEffect(() => watchVoices(setVoices), []);
  const voice = language === null ? null : voiceFor(language, voices);
  if (!voice || language === null) return null;
  const { chatMessageId } = message;
  return (
    <Button
      onClick={() => {
        const onEnd = () => showAid(chatMessageId, { onStop: undefined });
        const onStop = speak({ text: content, language, voice, onEnd });
        showAid(chatMessageId, { onStop });
        onDone();
      }}
    >
      <Volume2 aria-hidden="true" className="size-5 shrink-0" />
      {t('Read aloud')}
    </Button>
  );
}

function Translate({ message, content, language, onDone }: AidProps) {
  const { runtime, user, staticData } = useSignedIn();
  const { data: own } = useQuery(ownLanguagesQuery(runtime.calls, user.userId));
  const to = own ? targetLanguage(language, spoken().locale, own) : null;
  const [isHere, setHere] = useState(false);
  useEffect(() => {
    if (language === null || to === null) return;
    let isGone = false;
    void canTranslateHere(language, to).then((can) => !isGone && setHere(can));
    return () => {
      isGone = true;
    };
  }, [language, to]);
  const isThere = staticData.hasTranslation === true && [...content].length <= translatedMaxLength;
  if (to === null || !(isHere || isThere)) return null;
  return (
    <Button
      onClick={() => {
        void translate(runtime.calls, { message, from: language, to, isHere, isThere });
        onDone();
      }}
    >
      <Languages aria-hidden="true" className="size-5 shrink-0" />
      {t('Translate')}
    </Button>
  );
}

function Readings({ message, partner, content, language, onDone }: AidProps) {
  const pair = useLanguagePair(partner);
  const readable = readableLanguage(content);
  // Han characters alone could be Japanese.
  const isChinese = language === 'zh' || (language === null && pair?.spoken.includes('zh'));
  if (readable === null || (readable === 'zh' && !isChinese)) return null;
  const show = async () => {
    onDone();
    try {
      const pieces = await readingsOf(content, readable);
      showAid(message.chatMessageId, { reading: { pieces, languageCode: readable } });
    } catch {
      showToast({ title: t('The reading could not be loaded. Please try again.'), tone: 'danger' });
    }
  };
  return (
    <Button onClick={() => void show()}>
      <BookA aria-hidden="true" className="size-5 shrink-0" />
      {/* words: how a text in Chinese, Korean or Japanese is pronounced, in Latin letters */}
      {t('Show reading')}
    </Button>
  );
}
