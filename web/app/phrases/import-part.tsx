import type { ResultOf } from '@parlance/contract/endpoint';
import type { LanguageCode } from '@parlance/contract/languages';
import type { importPhrases } from '@parlance/contract/phrases';
import { counted, t } from '@parlance/words/current';
import FileUp from 'lucide-react/icons/file-up';
import { useRef, useState } from 'react';
import { LanguagePicker } from '#languages/language-picker';
import { failureMessage } from '#lib/failure-message';
import { queryClient } from '#lib/query-client';
import { readAgain } from '#lib/read-again';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Field } from '#ui/field';
import { showToast } from '#ui/toast';
import { ImportPreview } from './import-preview';
import { phrasesKey } from './phrases-queries';

type Preview = ResultOf<typeof importPhrases>;

/** Imports a table after a preview. */
export function ImportPart() {
  const { runtime, user } = useSignedIn();
  const [file, setFile] = useState<File | null>(null);
  const [languageCode, setLanguageCode] = useState<LanguageCode | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);

  const send = async (chosen: File, language: LanguageCode | null, dryRun: boolean) => {
    setBusy(true);
    setFailure(null);
    try {
      const given = language === null ? {} : { languageCode: language };
      const outcome = await runtime.calls.importPhrases({ file: chosen, dryRun, ...given });
      if (dryRun) return setPreview(outcome);
      void readAgain(queryClient, phrasesKey(user.userId));
      showToast({ title: counted(outcome.added, '1 phrase added.', '{count} phrases added.') });
      setPreview(null);
      setFile(null);
    } catch (error) {
      setFailure(failureMessage(error, t('The file could not be read. Please try again.')));
      if (dryRun) setPreview(null);
    } finally {
      setBusy(false);
    }
  };
  const look = (chosen: File, language: LanguageCode | null) => {
    setFile(chosen);
    setLanguageCode(language);
    void send(chosen, language, true);
  };

  return (
    <section className="grid gap-4">
      <h2 className="text-xl">{t('Import')}</h2>
      <p className="text-ink-soft">
        {t(
          'A text file with one phrase a line: the phrase, a tab, what it means, a tab, the context. Also what Anki exports as “Notes in Plain Text”.',
        )}
      </p>
      <Field
        label={t('Language of the phrases')}
        help={t('For lines that do not say it themselves.')}
        className="sm:max-w-sm"
      >
        <LanguagePicker
          value={languageCode}
          onValueChange={(language) => (file ? look(file, language) : setLanguageCode(language))}
        />
      </Field>
      <input
        ref={chooser}
        type="file"
        accept=".tsv,.txt,text/tab-separated-values,text/plain"
        aria-label={t('File with phrases')}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen) look(chosen, languageCode);
          // Reset, so that choosing the same file again fires a change event.
          target.value = '';
        }}
      />
      <div>
        <Button busy={isBusy && !preview} onClick={() => chooser.current?.click()}>
          <FileUp aria-hidden="true" className="size-5" />
          {t('Choose a file')}
        </Button>
      </div>
      {failure !== null && <Banner tone="danger">{failure}</Banner>}
      {preview && file && (
        <ImportPreview
          name={file.name}
          preview={preview}
          isBusy={isBusy}
          onImport={() => void send(file, languageCode, false)}
          onCancel={() => {
            setPreview(null);
            setFile(null);
          }}
        />
      )}
    </section>
  );
}
