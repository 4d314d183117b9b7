import { errorMessages } from '@parlance/client/error-message';
import { ApiError } from '@parlance/contract/errors';
import { t, translate } from '@parlance/words/current';
import CloudOff from 'lucide-react/icons/cloud-off';
import Hourglass from 'lucide-react/icons/hourglass';
import { waitInWords } from '#lib/wait-in-words';
import { Button } from '#ui/button';
import { ResultsMessage } from './results-message';

export interface SearchFailedProps {
  error: unknown;
  onRetry: () => void;
}

/** A failed search must not look like one without results. */
export function SearchFailed({ error, onRetry }: SearchFailedProps) {
  if (error instanceof ApiError && error.statusCode === 429) {
    return (
      <ResultsMessage
        role="alert"
        icon={<Hourglass aria-hidden="true" className="size-10" />}
        title={t('That was a lot of searches in a short time.')}
        // words: {wait} is such as: in 40 seconds
        text={t('Please try again {wait}. Nothing is wrong with your search.', {
          wait: waitInWords(error.timeout ?? 60),
        })}
        action={<Button onClick={onRetry}>{t('Try again')}</Button>}
      />
    );
  }
  return (
    <ResultsMessage
      role="alert"
      icon={<CloudOff aria-hidden="true" className="size-10" />}
      title={t('The search could not be finished.')}
      text={translate(errorMessages(error))}
      action={<Button onClick={onRetry}>{t('Try again')}</Button>}
    />
  );
}
