import type { Thanks } from '@parlance/contract/thanks';
import { t } from '@parlance/words/current';
import { Badge } from '#ui/badge';
import { thanksLabels } from './thanks-words';

export function ThanksQuote({ thanks: { words, text } }: { thanks: Pick<Thanks, 'words' | 'text'> }) {
  return (
    <div className="grid min-w-0 gap-2">
      {words.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {words.map((word) => (
            <li key={word}>
              <Badge>{t(thanksLabels[word])}</Badge>
            </li>
          ))}
        </ul>
      )}
      {text && (
        <p dir="auto" className="max-w-reading text-page-start wrap-anywhere whitespace-pre-line">
          {text}
        </p>
      )}
    </div>
  );
}
