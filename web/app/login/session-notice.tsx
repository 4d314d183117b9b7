import { errorMessages } from '@parlance/client/error-message';
import { t, translate } from '@parlance/words/current';
import { useReadySession } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';

/** Explains why a signed-in member sees the sign-in screen again. */
export function SessionNotice() {
  const { error, runtime } = useReadySession();
  if (!error) return null;
  // If the server did not end the session, the stored token can continue it.
  const canContinue = runtime.session.tokens.hasRefreshToken();
  return (
    <Banner
      tone={canContinue ? 'danger' : 'neutral'}
      action={canContinue && <Button onClick={() => void runtime.refresh()}>{t('Try again')}</Button>}
    >
      {translate(errorMessages(error))}
    </Banner>
  );
}
