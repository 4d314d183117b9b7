import type { LanguageCode } from '@parlance/contract/languages';
import type { Phrase } from '@parlance/contract/phrases';
import { t } from '@parlance/words/current';
import type { FormEvent } from 'react';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { showToast } from '#ui/toast';
import { PhraseFields } from './phrase-fields';
import { usePhraseEditor } from './use-phrase-editor';

export interface PhraseDialogProps {
  /** The phrase to edit; null for a new one. */
  phrase: Phrase | null;
  languageCode: LanguageCode | null;
  /** Initial content of a new phrase. */
  beginning?: { text: string; context: string };
  onClose: () => void;
}

/** Dialog to add or edit a phrase; keeps the text until it is stored. */
export function PhraseDialog({ phrase, languageCode, beginning, onClose }: PhraseDialogProps) {
  const { draft, isSaving, problems, failure, change, finish, isOpen } = usePhraseEditor({
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
