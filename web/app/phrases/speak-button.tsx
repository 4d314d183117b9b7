import type { LanguageCode } from '@parlance/contract/languages';
import { t } from '@parlance/words/current';
import Volume2 from 'lucide-react/icons/volume-2';
import { useEffect, useState } from 'react';
import { speak, voiceFor, watchVoices } from '#aids/speech';
import { Button } from '#ui/button';

/** Reads a phrase aloud; hidden if the device has no voice for its language. */
export function SpeakButton({ text, languageCode }: { text: string; languageCode: LanguageCode }) {
  const [voices, setVoices] = useState<SpeechSynthesisVoice[]>([]);
  useEffect(() => watchVoices(setVoices), []);
  const voice = voiceFor(languageCode, voices);
  if (!voice) return null;
  return (
    <Button
      variant="quiet"
      className="px-0"
      aria-label={t('Read aloud')}
      onClick={() => speak({ text, language: languageCode, voice, onEnd: () => undefined })}
    >
      <Volume2 aria-hidden="true" className="size-5" />
    </Button>
  );
}
