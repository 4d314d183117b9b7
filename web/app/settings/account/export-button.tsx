import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import Download from 'lucide-react/icons/download';
import { useSignedIn } from '#session/signed-in';
import { useSaving } from '#settings/section/use-saving';
import { Button } from '#ui/button';

/** Downloads all data of the account. */
export function ExportButton() {
  const { runtime } = useSignedIn();
  const { saving, save } = useSaving({
    success: word('Your data has been downloaded.'),
    failure: word('Your data could not be downloaded'),
  });
  const download = async () => saveFile(exportFileName(new Date()), await runtime.calls.exportUser());
  return (
    <Button busy={saving} onClick={() => void save(download)}>
      {!saving && <Download aria-hidden="true" className="size-5" />}
      {saving ? t('Preparing...') : t('Download my data')}
    </Button>
  );
}

function exportFileName(now: Date): string {
  return `parlance-export-${now.toISOString().slice(0, 10)}.json`;
}

function saveFile(name: string, content: unknown): void {
  const file = new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' });
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
