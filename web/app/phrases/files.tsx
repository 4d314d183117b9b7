import { t } from '@parlance/words/current';
import { Link } from 'react-router';
import { ExportPart } from './export-part';
import { ImportPart } from './import-part';

export default function PhraseFiles() {
  return (
    <div className="grid max-w-reading gap-8">
      <header className="grid gap-2">
        <Link to="/phrases" className="flex min-h-11 items-center underline underline-offset-2">
          {t('Back to your phrases')}
        </Link>
        <h1 className="text-title">{t('Import and export')}</h1>
      </header>
      <ExportPart />
      <ImportPart />
    </div>
  );
}
