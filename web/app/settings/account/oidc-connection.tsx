import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useState } from 'react';
import { oidcProblem } from '#access/oidc-problem';
import { leaveForProvider } from '#access/oidc-trip';
import { useSignedIn } from '#session/signed-in';
import { useSettingsBanners } from '#settings/section/settings-banners';
import { Button } from '#ui/button';
import { AccountRow } from './account-row';
import { DisconnectButton } from './disconnect-button';

/** The sign-in of an organisation: connected, or a button that leads to its page and back. */
export function OidcConnection({ name }: { name: string }) {
  const { user, runtime } = useSignedIn();
  const { showError } = useSettingsBanners();
  const [busy, setBusy] = useState(false);

  const connect = async () => {
    setBusy(true);
    try {
      await leaveForProvider(runtime, { purpose: 'connect', returnTo: '/settings/account' });
    } catch (error) {
      setBusy(false);
      showError(oidcProblem(error));
    }
  };
  return (
    <AccountRow
      option="organisation"
      action={
        user.oidcSubject ? (
          <DisconnectButton way="oidc" />
        ) : (
          <Button busy={busy} onClick={() => void connect()}>
            {t('Connect')}
          </Button>
        )
      }
    >
      <bdi className="block">{name}</bdi>
      <span className="text-ink-soft">
        {user.oidcSubject ? t(word('Connected', 'an account')) : t('Not connected')}
      </span>
    </AccountRow>
  );
}
