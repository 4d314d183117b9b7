import { errorMessage } from '@parlance/client/error-message';
import CloudOff from 'lucide-react/icons/cloud-off';
import { Button } from '#ui/button';
import { ResultsMessage } from './results-message';

export interface SearchFailedProps {
  error: unknown;
  onRetry: () => void;
}

/** A search that got no answer has not found nobody. */
export function SearchFailed({ error, onRetry }: SearchFailedProps) {
  return (
    <ResultsMessage
      role="alert"
      icon={<CloudOff aria-hidden="true" className="size-10" />}
      title="The search could not be finished."
      text={errorMessage(error)}
      action={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}
