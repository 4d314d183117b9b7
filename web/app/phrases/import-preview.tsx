import type { ResultOf } from '@parlance/contract/endpoint';
import type { importPhrases } from '@parlance/contract/phrases';
import { counted, spoken, t, translate } from '@parlance/words/current';
import { languageTitle } from '#languages/language-name';
import { sentence } from '#lib/sentence';
import { Button } from '#ui/button';

export interface ImportPreviewProps {
  name: string;
  preview: ResultOf<typeof importPhrases>;
  isBusy: boolean;
  onImport: () => void;
  onCancel: () => void;
}

const refusedShown = 50;

/** Preview of an import: added, known and refused lines. */
export function ImportPreview({ name, preview, isBusy, onImport, onCancel }: ImportPreviewProps) {
  const { added, known, refused, first } = preview;
  return (
    <div className="grid gap-4 rounded-lg border border-line bg-surface p-5">
      <h3 className="text-lg [overflow-wrap:anywhere]">
        {sentence('In {file}', { file: <bdi>{name}</bdi> })}
      </h3>
      <div role="status">
        <ul className="grid gap-1 text-ink-soft">
          <li>{counted(added, '1 new phrase', '{count} new phrases')}</li>
          {known > 0 && (
            <li>
              {counted(known, '1 phrase that you have already', '{count} phrases that you have already')}
            </li>
          )}
          {refused.length > 0 && (
            <li>
              {counted(refused.length, '1 line that cannot be used', '{count} lines that cannot be used')}
            </li>
          )}
        </ul>
      </div>
      {first.length > 0 && (
        <ul aria-label={t('The first new phrases')} className="grid gap-2 border-t border-line pt-4">
          {first.map(({ languageCode, text, meaning }) => (
            <li key={`${languageCode} ${text}`} className="grid [overflow-wrap:anywhere]">
              <span dir="auto" lang={languageCode} className="text-page-start font-medium">
                {text}
              </span>
              <span className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
                <span>{languageTitle(languageCode)}</span>
                <span dir="auto">{meaning}</span>
              </span>
            </li>
          ))}
          {added > first.length && (
            <li className="text-sm text-ink-soft">
              {counted(added - first.length, 'and 1 more phrase', 'and {count} more phrases')}
            </li>
          )}
        </ul>
      )}
      {refused.length > 0 && (
        <ul
          aria-label={t('Lines that cannot be used')}
          className="grid gap-1 border-t border-line pt-4 text-sm"
        >
          {refused.slice(0, refusedShown).map(({ line, reason, key, values }) => (
            <li key={line}>
              {t('Line {line}: {reason}', {
                line: spoken().number(line),
                reason: translate({ message: reason, key, values }),
              })}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onCancel} disabled={isBusy}>
          {t('Cancel')}
        </Button>
        <Button variant="primary" busy={isBusy} disabled={added === 0} onClick={onImport}>
          {counted(added, 'Add 1 phrase', 'Add {count} phrases')}
        </Button>
      </div>
    </div>
  );
}
