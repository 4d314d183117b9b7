import type { LanguageCode } from '@parlance/contract/languages';
import { spoken } from '@parlance/words/current';
import type { PhraseDraft } from './phrase-fields';
import { sentenceAround, startOf } from './phrase-words';
import { usePhraseEditor } from './use-phrase-editor';

interface Source {
  sourceMessageId: string;
  content: string;
  selected: string | null;
  languageCode: LanguageCode | null;
}

/** Saves a phrase of a message at once and accepts edits afterwards. */
export function useSavedPhrase({ sourceMessageId, content, selected, languageCode }: Source) {
  const { phrase, isSaving, change, ...rest } = usePhraseEditor({
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
    /** Takes a meaning, unless one was typed meanwhile. */
    suggest: (meaning: string) =>
      change((before) => (before.meaning === '' ? { ...before, meaning } : before)),
    /** Reduces the phrase to some words; the context becomes their sentence. */
    narrow: (text: string) =>
      change((before) => ({
        ...before,
        text,
        context: sentenceAround(content, text, before.languageCode ?? spoken().locale),
      })),
  };
}
