import type { FullProfile } from '@parlance/contract/people';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { loadProfiles } from './detect/load-profiles.ts';
import { keptLanguages, subscribeKeptLanguages } from './kept-languages';
import { noteLanguages } from './known-languages';
import { type LanguageShare, readShare, type ShareMessage, wordsByLanguage } from './language-share';
import type { LanguagePair } from './message-language';
import { useLanguagePair } from './use-message-language';

/** Recent language share of a conversation, computed on this device from its newest messages. */
export function useLanguageShare(
  partner: FullProfile | undefined,
  messages: readonly ShareMessage[],
): LanguageShare | null {
  const pair = useLanguagePair(partner);
  const pairKey = pair && JSON.stringify(pair);
  const kept = useSyncExternalStore(subscribeKeptLanguages, keptLanguages);
  const [share, setShare] = useState<LanguageShare | null>(null);
  useEffect(() => {
    if (pairKey === null) return;
    const languages = JSON.parse(pairKey) as LanguagePair;
    let isGone = false;
    const count = async () => {
      const profiles = await loadProfiles(languages.spoken);
      if (isGone) return;
      const read = readShare(messages, new Date(), languages, (message) =>
        wordsByLanguage(message, languages.spoken, { profiles, kept }),
      );
      noteLanguages(Object.fromEntries([...read.words].map(([id, words]) => [id, mostOf(words)])));
      setShare(read.share);
    };
    void count();
    return () => {
      isGone = true;
    };
  }, [pairKey, messages, kept]);
  return share;
}

const mostOf = (words: ReadonlyMap<string, number>): string | null =>
  [...words].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null;
