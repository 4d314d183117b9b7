import { ApiError } from '@parlance/contract/errors';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { GoogleButton } from '#access/google-button';
import { useSignedIn } from '#session/signed-in';
import { useSaving } from '#settings/section/use-saving';
import { Spinner } from '#ui/spinner';
import { AccountRow } from './account-row';
import { DisconnectButton } from './disconnect-button';

export function GoogleConnection({ clientId }: { clientId: string }) {
  const { user, runtime } = useSignedIn();
  const { saving, save } = useSaving({
    success: word('Google account connected.'),
    failure: word('The Google account could not be connected'),
  });

  const connect = async (googleIdentityToken: string | undefined) => {
    const connected = await save(async () => {
      if (!googleIdentityToken) throw new ApiError('GoogleIdentityTokenInvalid');
      await runtime.calls.connectGoogle({ googleIdentityToken });
    });
    if (connected) await runtime.session.showSaved({});
  };

  return (
    <AccountRow option="google" action={user.googleUserId && <DisconnectButton way="google" />}>
      {user.googleUserId ? (
        t(word('Connected', 'an account'))
      ) : saving ? (
        <Spinner label={t('Connecting...')} />
      ) : (
        <div className="flex">
          <GoogleButton
            clientId={clientId}
            text="continue_with"
            onCredential={(credential) => void connect(credential)}
          />
        </div>
      )}
    </AccountRow>
  );
}
