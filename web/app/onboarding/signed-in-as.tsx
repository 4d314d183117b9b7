import { t } from '@parlance/words/current';
import { sentence } from '#lib/sentence';
import { useSignedIn } from '#session/signed-in';
import { Button } from '#ui/button';

/** Whose profile this is, and the way out: the settings with their Logout are closed until it is complete. */
export function SignedInAs() {
  const { user, runtime } = useSignedIn();
  const address = user.email ?? user.phone;
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2 text-center text-sm text-ink-soft">
      {address && (
        <span>{sentence('Signed in as {address}', { address: <span dir="ltr">{address}</span> })}</span>
      )}
      <Button variant="quiet" onClick={() => void runtime.session.signOut()} className="text-sm">
        {t('Logout')}
      </Button>
    </p>
  );
}
