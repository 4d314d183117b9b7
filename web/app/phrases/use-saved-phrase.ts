import type { LanguageCode } from '@parlance/contract/languages';
import { spoken } from '@parlance/words/current';
import type { PhraseDraft } from './phrase-fields';
import { sentenceAround, startOf } from './phrase-words';
import { usePhraseKeeper } from './use-phrase-keeper';

interface Source {
  sourceMessageId: string;
  content: string;
  selected: string | null;
  languageCode: LanguageCode | null;
}

/** Keeps a phrase of a message at once, and takes what is written about it afterwards. */
export function useSavedPhrase({ sourceMessageId, content, selected, languageCode }: Source) {
  const { phrase, isSaving, change, ...rest } = usePhraseKeeper({
    name: sourceMessageId,
    sourceMessageId,
    begin() {
      const language = languageCode ?? spoken().locale;
      const text = startOf(selected ?? content, language);
      const context = sentenceAround(content, text, language);
      return { draft: { languageCode, text, meaning: '', context }, phrase: null };
    },
  });
  return {
    ...rest,
    state: phrase ? ('saved' as const) : isSaving ? ('saving' as const) : ('open' as const),
    change: (part: Partial<PhraseDraft>) => change((before) => ({ ...before, ...part })),
    /** Keeps only some words; the sentence around them follows. */
    narrow: (text: string) =>
      change((before) => ({
        ...before,
        text,
        context: sentenceAround(content, text, before.languageCode ?? spoken().locale),
      })),
  };
}
