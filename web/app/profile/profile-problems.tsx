import { errorMessages } from '@parlance/client/error-message';
import { t, translate } from '@parlance/words/current';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { LinkButton } from '#ui/link-button';

export function ProfileNotFound() {
  return (
    <div className="grid justify-items-start gap-5">
      <h1 className="text-title">{t('Profile not found.')}</h1>
      <p className="text-ink-soft">{t('The address may be wrong, or the person has left.')}</p>
      <LinkButton to="/dashboard" variant="primary">
        {t('Find Language Partners')}
      </LinkButton>
    </div>
  );
}

export function ProfileFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Banner tone="danger" action={<Button onClick={onRetry}>{t('Try again')}</Button>}>
      {t('The profile could not be loaded. {reason}', { reason: translate(errorMessages(error)) })}
    </Banner>
  );
}
