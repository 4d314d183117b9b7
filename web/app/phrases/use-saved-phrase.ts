import { ApiError } from '@parlance/contract/errors';
import type { LanguageCode } from '@parlance/contract/languages';
import type { Phrase } from '@parlance/contract/phrases';
import { spoken, t } from '@parlance/words/current';
import { useEffect, useRef, useState } from 'react';
import { failureMessage } from '#lib/failure-message';
import { queryClient } from '#lib/query-client';
import { useSignedIn } from '#session/signed-in';
import { problemsOf } from './phrase-dialog';
import type { PhraseDraft, PhraseFieldsProps } from './phrase-fields';
import { sentenceAround, startOf } from './phrase-words';
import { phrasesKey } from './phrases-queries';

interface Source {
  sourceMessageId: string;
  content: string;
  selected: string | null;
  languageCode: LanguageCode | null;
}

/** Keeps a phrase of a message at once, and takes what is written about it afterwards. */
export function useSavedPhrase({ sourceMessageId, content, selected, languageCode }: Source) {
  const { runtime, user } = useSignedIn();
  const { calls } = runtime;
  const [draft, setDraft] = useState<PhraseDraft>(() => {
    const language = languageCode ?? spoken().locale;
    const text = startOf(selected ?? content, language);
    return { languageCode, text, meaning: '', context: sentenceAround(content, text, language) };
  });
  const [saved, setSaved] = useState<Phrase | null>(null);
  const [isSaving, setSaving] = useState(languageCode !== null);
  const [problems, setProblems] = useState<PhraseFieldsProps['problems']>({});
  const [failure, setFailure] = useState<string | null>(null);

  const attempt = async (act: () => Promise<void>): Promise<boolean> => {
    setProblems({});
    setFailure(null);
    try {
      await act();
      void queryClient.invalidateQueries({ queryKey: phrasesKey(user.userId) });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.is('RequestDataInvalid')) setProblems(problemsOf(error));
      else setFailure(failureMessage(error, t('It could not be saved. Please try again.')));
      return false;
    }
  };
  const keep = async () => {
    const { languageCode: code, ...words } = draft;
    if (code === null) {
      setProblems({ languageCode: t('Choose a language') });
      return false;
    }
    setSaving(true);
    const isKept = await attempt(async () => {
      setSaved(await calls.createPhrase({ languageCode: code, ...words, sourceMessageId }));
    });
    setSaving(false);
    return isKept;
  };

  const hasBegun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the press that opened this keeps the phrase, once
  useEffect(() => {
    if (hasBegun.current || languageCode === null) return;
    hasBegun.current = true;
    void keep();
  }, []);

  return {
    draft,
    problems,
    failure,
    state: saved ? ('saved' as const) : isSaving ? ('saving' as const) : ('open' as const),
    change: (change: Partial<PhraseDraft>) => setDraft((before) => ({ ...before, ...change })),
    /** Keeps only some words; the sentence around them follows. */
    narrow: (text: string) =>
      setDraft((before) => ({
        ...before,
        text,
        context: sentenceAround(content, text, before.languageCode ?? spoken().locale),
      })),
    finish: () => {
      if (!saved) return keep();
      const { languageCode: code, ...words } = draft;
      if (code === null) return keep();
      return attempt(async () => {
        await calls.updatePhrase({ phraseId: saved.phraseId, languageCode: code, ...words });
      });
    },
    drop: () =>
      attempt(async () => {
        if (saved) await calls.deletePhrase({ phraseId: saved.phraseId });
      }),
  };
}
