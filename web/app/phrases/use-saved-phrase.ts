import { ApiError } from '@parlance/contract/errors';
import type { LanguageCode } from '@parlance/contract/languages';
import type { Phrase } from '@parlance/contract/phrases';
import { spoken, t } from '@parlance/words/current';
import { useEffect, useRef, useState } from 'react';
import { failureMessage } from '#lib/failure-message';
import { queryClient } from '#lib/query-client';
import { readAgain } from '#lib/read-again';
import { useSignedIn } from '#session/signed-in';
import { showToast } from '#ui/toast';
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

  const refresh = () => void readAgain(queryClient, phrasesKey(user.userId));
  const failureOf = (error: unknown) => failureMessage(error, t('It could not be saved. Please try again.'));
  const tellFailure = (error: unknown) => showToast({ title: failureOf(error), tone: 'danger' });
  const attempt = async (act: () => Promise<unknown>): Promise<boolean> => {
    setProblems({});
    setFailure(null);
    try {
      await act();
      refresh();
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.is('RequestDataInvalid')) setProblems(problemsOf(error));
      else setFailure(failureOf(error));
      return false;
    }
  };
  const store = ({ phraseId, languageCode: known }: Phrase) =>
    calls.updatePhrase({ phraseId, ...draft, languageCode: draft.languageCode ?? known });
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

  const isChanged = useRef(false);
  const closing = useRef(() => {});
  useEffect(() => {
    closing.current = () => {
      if (saved && isChanged.current) store(saved).then(refresh, tellFailure);
    };
  });
  // Whoever closes the dialog has been told that the phrase is saved: what was written since then is kept as well.
  useEffect(() => () => closing.current(), []);
  const alter = (how: (before: PhraseDraft) => PhraseDraft) => {
    isChanged.current = true;
    setDraft(how);
  };
  const settle = async (act: () => Promise<unknown>) => {
    const isDone = await attempt(act);
    if (isDone) isChanged.current = false;
    return isDone;
  };

  return {
    draft,
    problems,
    failure,
    state: saved ? ('saved' as const) : isSaving ? ('saving' as const) : ('open' as const),
    change: (change: Partial<PhraseDraft>) => alter((before) => ({ ...before, ...change })),
    /** Keeps only some words; the sentence around them follows. */
    narrow: (text: string) =>
      alter((before) => ({
        ...before,
        text,
        context: sentenceAround(content, text, before.languageCode ?? spoken().locale),
      })),
    finish: () => (saved && draft.languageCode !== null ? settle(() => store(saved)) : keep()),
    drop: () =>
      settle(async () => {
        if (saved) await calls.deletePhrase({ phraseId: saved.phraseId });
      }),
  };
}
