import { errorMessage } from '@parlance/client/error-message';
import { translateMessage } from '@parlance/words/current';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { LinkButton } from '#ui/link-button';

export function ProfileNotFound() {
  return (
    <div className="grid justify-items-start gap-5">
      <h1 className="text-title">Profile not found.</h1>
      <p className="text-ink-soft">The address may be wrong, or the person has left.</p>
      <LinkButton to="/dashboard" variant="primary">
        Find Language Partners
      </LinkButton>
    </div>
  );
}

export function ProfileFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Banner tone="danger" action={<Button onClick={onRetry}>Try again</Button>}>
      The profile could not be loaded. {translateMessage(errorMessage(error))}
    </Banner>
  );
}
