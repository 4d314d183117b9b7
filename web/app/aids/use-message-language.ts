import type { ChatMessage } from '@parlance/contract/chat';
import type { FullProfile } from '@parlance/contract/people';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { ownLanguagesQuery } from '#languages/languages-queries';
import { useSignedIn } from '#session/signed-in';
import { keptLanguages, subscribeKeptLanguages } from './kept-languages';
import { type LanguagePair, languageOf, pairOf } from './message-language';

/** Languages of the conversation with a partner; null until both profiles are loaded. */
export function useLanguagePair(partner: FullProfile | undefined): LanguagePair | null {
  const { runtime, user } = useSignedIn();
  const { data: own } = useQuery(ownLanguagesQuery(runtime.calls, user.userId));
  return own && partner ? pairOf(own, partner.languages) : null;
}

/** Language of a message; undefined while loading, null if unsure. */
export function useMessageLanguage(
  message: ChatMessage,
  partner: FullProfile | undefined,
): string | null | undefined {
  const spoken = useLanguagePair(partner)?.spoken.join(' ');
  const kept = useSyncExternalStore(subscribeKeptLanguages, keptLanguages);
  const [language, setLanguage] = useState<string | null | undefined>();
  useEffect(() => {
    if (spoken === undefined || !kept) return;
    let isGone = false;
    void languageOf(message, spoken.split(' ')).then((found) => !isGone && setLanguage(found));
    return () => {
      isGone = true;
    };
  }, [message, spoken, kept]);
  return language;
}
