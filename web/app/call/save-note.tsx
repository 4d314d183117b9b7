import type { CallNote } from '@parlance/contract/call';
import { t } from '@parlance/words/current';
import BookmarkPlus from 'lucide-react/icons/bookmark-plus';
import { useState } from 'react';
import { isOfVoice } from '#languages/language-list';
import { PhraseDialog } from '#phrases/phrase-dialog';
import { useSignedIn } from '#session/signed-in';
import { Button } from '#ui/button';

/** Saves a note to the phrasebook; for a correction, the corrected text with the original as context. */
export function SaveNote({ note: { text, better } }: { note: CallNote }) {
  const { profile } = useSignedIn();
  const [isOpen, setOpen] = useState(false);
  const learned = profile?.languages.find((language) => isOfVoice(language, 'learning'));
  return (
    <>
      <Button
        variant="quiet"
        aria-label={t('Save phrase')}
        title={t('Save phrase')}
        className="-my-2 px-0!"
        onClick={() => setOpen(true)}
      >
        <BookmarkPlus aria-hidden="true" className="size-5" />
      </Button>
      {isOpen && (
        <PhraseDialog
          phrase={null}
          languageCode={learned?.languageCode ?? null}
          beginning={{ text: better ?? text, context: better === null ? '' : text }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
