import { ApiError } from '@parlance/contract/errors';
import type { LanguageCode } from '@parlance/contract/languages';
import type { Phrase } from '@parlance/contract/phrases';
import { t, translateMessage } from '@parlance/words/current';
import { type FormEvent, useState } from 'react';
import { failureMessage } from '#lib/failure-message';
import { queryClient } from '#lib/query-client';
import { readAgain } from '#lib/read-again';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { showToast } from '#ui/toast';
import { type PhraseDraft, PhraseFields, type PhraseFieldsProps } from './phrase-fields';
import { phrasesKey } from './phrases-queries';

export interface PhraseDialogProps {
  /** The phrase to change; null for a new one. */
  phrase: Phrase | null;
  /** The language of a new one, where it is known. */
  languageCode: LanguageCode | null;
  /** What a new one begins with. */
  beginning?: { text: string; context: string };
  onClose: () => void;
}

/** Writes a phrase, or changes one. What was typed stays until it is kept. */
export function PhraseDialog({ phrase, languageCode, beginning, onClose }: PhraseDialogProps) {
  const { runtime, user } = useSignedIn();
  const [draft, setDraft] = useState<PhraseDraft>(
    () => phrase ?? { languageCode, text: '', context: '', ...beginning, meaning: '' },
  );
  const [problems, setProblems] = useState<PhraseFieldsProps['problems']>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const { languageCode: code, text, meaning, context } = draft;
    if (code === null) return setProblems({ languageCode: t('Choose a language') });
    setSaving(true);
    setProblems({});
    setFailure(null);
    try {
      const fields = { languageCode: code, text, meaning, context };
      if (phrase) await runtime.calls.updatePhrase({ phraseId: phrase.phraseId, ...fields });
      else await runtime.calls.createPhrase(fields);
      void readAgain(queryClient, phrasesKey(user.userId));
      showToast({ title: t('Saved.') });
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.is('RequestDataInvalid')) setProblems(problemsOf(error));
      else setFailure(failureMessage(error, t('It could not be saved. Please try again.')));
      setSaving(false);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={phrase ? t('Edit phrase') : t('Add a phrase')}
    >
      <form className="grid gap-4" onSubmit={(event) => void save(event)}>
        {failure !== null && <Banner tone="danger">{failure}</Banner>}
        <PhraseFields
          draft={draft}
          problems={problems}
          onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
        />
        <Button type="submit" variant="primary" busy={isSaving}>
          {isSaving ? t('Saving...') : t('Save')}
        </Button>
      </form>
    </Dialog>
  );
}

/** What the server, or the contract before it, says against each field. */
export function problemsOf({ fields = {} }: ApiError): PhraseFieldsProps['problems'] {
  if (Array.isArray(fields)) return {};
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, translateMessage(text)]));
}
