import type { LanguageCode } from '@parlance/contract/languages';
import type { Phrase } from '@parlance/contract/phrases';
import { t } from '@parlance/words/current';
import type { FormEvent } from 'react';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { showToast } from '#ui/toast';
import { PhraseFields } from './phrase-fields';
import { usePhraseKeeper } from './use-phrase-keeper';

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
  const { draft, isSaving, problems, failure, change, finish, isOpen } = usePhraseKeeper({
    name: phrase?.phraseId ?? `new ${beginning?.text ?? ''}`,
    begin: () => ({
      draft: phrase ?? { languageCode, text: '', context: '', ...beginning, meaning: '' },
      phrase,
    }),
  });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await finish())) return;
    showToast({ title: t('Saved.') });
    if (isOpen()) onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={(isNowOpen) => !isNowOpen && onClose()}
      title={phrase ? t('Edit phrase') : t('Add a phrase')}
    >
      <form className="grid gap-4" onSubmit={(event) => void save(event)}>
        {failure !== null && <Banner tone="danger">{failure}</Banner>}
        <PhraseFields
          draft={draft}
          problems={problems}
          onChange={(part) => change((before) => ({ ...before, ...part }))}
        />
        <Button type="submit" variant="primary" busy={isSaving}>
          {isSaving ? t('Saving...') : t('Save')}
        </Button>
      </form>
    </Dialog>
  );
}
