import { errorMessages } from '@parlance/client/error-message';
import { t, translate } from '@parlance/words/current';
import { useReadySession } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';

/** Why somebody who was signed in stands before this screen again. */
export function SessionNotice() {
  const { error, runtime } = useReadySession();
  if (!error) return null;
  // The stored session is still there when it was not the server that ended it: it can be continued.
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
