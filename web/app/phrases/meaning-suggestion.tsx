import { spoken, t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import Languages from 'lucide-react/icons/languages';
import { useEffect, useState } from 'react';
import { canTranslateHere, translateHere } from '#aids/device-translator';
import { targetLanguage } from '#aids/translation';
import { ownLanguagesQuery } from '#languages/languages-queries';
import { useSignedIn } from '#session/signed-in';
import { Button } from '#ui/button';
import { showToast } from '#ui/toast';
import type { PhraseDraft } from './phrase-fields';

/** Suggests the device's translation as the meaning while the field is empty. */
export function MeaningSuggestion({
  draft,
  onTake,
}: {
  draft: PhraseDraft;
  onTake: (meaning: string) => void;
}) {
  const { runtime, user } = useSignedIn();
  const { data: own } = useQuery(ownLanguagesQuery(runtime.calls, user.userId));
  const { languageCode: from, text, meaning } = draft;
  const to = own ? targetLanguage(from, spoken().locale, own) : null;
  const [canTranslate, setCanTranslate] = useState(false);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    let isGone = false;
    const asked = from === null || to === null ? Promise.resolve(false) : canTranslateHere(from, to);
    void asked.then((can) => !isGone && setCanTranslate(can));
    return () => {
      isGone = true;
    };
  }, [from, to]);
  if (!canTranslate || meaning !== '' || from === null || to === null) return null;
  const suggest = async () => {
    setBusy(true);
    try {
      onTake(await translateHere(text, from, to));
    } catch {
      showToast({ title: t('The translation did not work. Please try again later.'), tone: 'danger' });
    }
    setBusy(false);
  };
  return (
    <div>
      <Button busy={isBusy} onClick={() => void suggest()}>
        <Languages aria-hidden="true" className="size-5" />
        {t('Suggest a meaning')}
      </Button>
    </div>
  );
}
