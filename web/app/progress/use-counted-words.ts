import type { UserLanguage } from '@parlance/contract/languages';
import type { ProgressWeek } from '@parlance/contract/progress';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { loadProfiles } from '#aids/detect/load-profiles';
import { keptLanguages, subscribeKeptLanguages } from '#aids/kept-languages';
import { wordsByLanguage } from '#aids/language-share';
import type { CountedWords } from './plotted';

/** Word counts of the reader's messages by language, computed on this device; null until done. */
export function useCountedWords(
  weeks: readonly ProgressWeek[],
  own: readonly UserLanguage[] | undefined,
): CountedWords | null {
  const kept = useSyncExternalStore(subscribeKeptLanguages, keptLanguages);
  const [counted, setCounted] = useState<CountedWords | null>(null);
  useEffect(() => {
    if (!own) return;
    let isGone = false;
    const codes = own.map(({ languageCode }) => languageCode);
    const count = async () => {
      const profiles = await loadProfiles(codes);
      if (isGone) return;
      setCounted(
        weeks.map(({ messages }) =>
          messages.map((message) => wordsByLanguage(message, codes, { profiles, kept })),
        ),
      );
    };
    void count();
    return () => {
      isGone = true;
    };
  }, [weeks, own, kept]);
  return counted;
}
