import type { PhraseExportFormat } from '@parlance/contract/phrases';
import { t } from '@parlance/words/current';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { failureMessage } from '#lib/failure-message';
import { saveFile } from '#lib/save-file';
import { useSignedIn } from '#session/signed-in';
import { Button } from '#ui/button';
import { showToast } from '#ui/toast';

/** Exports the phrasebook, to Anki or as a table. */
export function ExportPart() {
  const { runtime } = useSignedIn();
  const [busy, setBusy] = useState<PhraseExportFormat | null>(null);
  const download = async (format: PhraseExportFormat) => {
    setBusy(format);
    try {
      saveFile(`parlance-phrases.${format}`, await runtime.calls.exportPhrases({ format }));
    } catch (error) {
      const why = t('Your phrases could not be exported. Please try again.');
      showToast({ title: failureMessage(error, why), tone: 'danger' });
    }
    setBusy(null);
  };
  return (
    <section className="grid justify-items-start gap-4">
      <h2 className="text-xl">{t('Export')}</h2>
      <p className="text-ink-soft">
        {t(
          'Anki is a flashcard program. If you export again later and import the file there, your cards are updated and Anki keeps its record of your reviews.',
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button busy={busy === 'apkg'} disabled={busy !== null} onClick={() => void download('apkg')}>
          {busy !== 'apkg' && <Download aria-hidden="true" className="size-5" />}
          {t('Package for Anki (.apkg)')}
        </Button>
        <Button busy={busy === 'tsv'} disabled={busy !== null} onClick={() => void download('tsv')}>
          {busy !== 'tsv' && <Download aria-hidden="true" className="size-5" />}
          {t('Table with tabs (.tsv)')}
        </Button>
      </div>
    </section>
  );
}
