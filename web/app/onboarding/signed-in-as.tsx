import { t } from '@parlance/words/current';
import { sentence } from '#lib/sentence';
import { useSignedIn } from '#session/signed-in';
import { Button } from '#ui/button';

/** The account, with a logout: the settings are not accessible until the profile is complete. */
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
