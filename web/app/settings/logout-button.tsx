import { t } from '@parlance/words/current';
import LogOut from 'lucide-react/icons/log-out';
import { useState } from 'react';
import { useSignedIn } from '#session/signed-in';
import { Button } from '#ui/button';

/** Signs out; the guard then redirects to the sign-in screen. */
export function LogoutButton() {
  const { runtime } = useSignedIn();
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    await import('#notify/push-device')
      .then(({ turnOffPush }) => turnOffPush(runtime.calls))
      .catch(() => undefined);
    await runtime.session.signOut();
  };
  return (
    <Button size="lg" busy={leaving} onClick={() => void leave()}>
      {!leaving && <LogOut aria-hidden="true" className="size-5 rtl:-scale-x-100" />}
      {t('Logout')}
    </Button>
  );
}
