import { isPhone } from '@parlance/contract/access';
import { t } from '@parlance/words/current';
import { useState } from 'react';
import { CodeForm } from '#access/code-form';
import { makePasskey } from '#access/passkey-device';
import { passkeyProblem } from '#access/passkey-problem';
import { useCodeFlow } from '#access/use-code-flow';
import { useSignedIn } from '#session/signed-in';
import { useSettingsBanners } from '#settings/section/settings-banners';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { addressProblem } from './address-problem';
import { createCodeConfirmation } from './code-confirmation';

/** Adds a passkey of this device; a session that began more than ten minutes ago is confirmed by a code first. */
export function AddPasskey({ onAdded }: { onAdded: () => Promise<void> }) {
  const { user, runtime } = useSignedIn();
  const { calls } = runtime;
  const { showSuccess, showError } = useSettingsBanners();
  const [busy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const address = user.email ?? user.phone;

  const make = async (token?: string) => {
    const isAdded = await makePasskey(calls, token);
    setAsking(!isAdded);
    if (!isAdded) return;
    showSuccess(t('Passkey added.'));
    await onAdded();
  };
  const begin = async () => {
    setBusy(true);
    try {
      await make();
    } catch (error) {
      const problem = passkeyProblem(error);
      if (problem !== null) showError(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button className="justify-self-start" busy={busy} onClick={() => void begin()}>
        {t('Add a passkey')}
      </Button>
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('Add a passkey')}
        description={
          address
            ? t('You signed in a while ago. Please confirm with a code that it is you.')
            : t(
                'You signed in a while ago, and your account has no address that a code could be sent to. Please sign out and in again, then add the passkey within ten minutes.',
              )
        }
      >
        {address && <ConfirmForm address={address} make={make} />}
      </Dialog>
    </>
  );
}

function ConfirmForm({ address, make }: { address: string; make: (token: string) => Promise<void> }) {
  const { calls } = useSignedIn().runtime;
  const [proveCode] = useState(() => createCodeConfirmation(calls));
  const controls = useCodeFlow({
    address,
    refusalOf: () => null,
    begin: (emailOrPhone) => calls.beginAccessVerification({ emailOrPhone, type: 'add-passkey' }),
    confirm: async ({ accessVerificationId, code }) => make(await proveCode({ accessVerificationId, code })),
    problemOf(error, step) {
      if (!(error instanceof DOMException)) return addressProblem(error, step);
      return { at: 'form', message: passkeyProblem(error) ?? t('That did not work. Please try again.') };
    },
  });
  return (
    <CodeForm
      controls={controls}
      addressLabel={isPhone(address) ? t('Phone') : t('Email')}
      addressInput={{ readOnly: true }}
      confirmLabel={t('Add a passkey')}
    />
  );
}
