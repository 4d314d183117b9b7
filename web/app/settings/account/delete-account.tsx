import { t } from '@parlance/words/current';
import { useState } from 'react';
import { CodeForm } from '#access/code-form';
import { type ConfirmedCode, useCodeFlow } from '#access/use-code-flow';
import { useSignedIn } from '#session/signed-in';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { showToast } from '#ui/toast';
import { addressProblem } from './address-problem';
import { createCodeConfirmation } from './code-confirmation';

/** Quiet until asked for; then it says what goes, and asks for a code. */
export function DeleteAccount() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {t('Delete account')}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t('Delete your account?')}
        description={t('This cannot be undone, not even by us.')}
      >
        <ul className="grid list-disc gap-1 ps-5">
          <li>{t('Your profile, languages and availability are deleted.')}</li>
          <li>{t('Your conversations are deleted, for the people you talked with too.')}</li>
          <li>{t('Sessions you booked, or that were booked with you, are cancelled.')}</li>
        </ul>
        <DeleteForm />
      </Dialog>
    </>
  );
}

function DeleteForm() {
  const { user, runtime } = useSignedIn();
  const { calls, session } = runtime;
  const [proveCode] = useState(() => createCodeConfirmation(calls));

  const confirm = async ({ accessVerificationId, code }: ConfirmedCode) => {
    await calls.deleteUser({ token: await proveCode({ accessVerificationId, code }) });
    // The session went with the account: there is nothing left to end on the server.
    session.tokens.clear();
    showToast({ title: t('Your account has been deleted.') });
  };

  const controls = useCodeFlow({
    address: user.email ?? user.phone ?? '',
    refusalOf: () => null,
    begin: (emailOrPhone) => calls.beginAccessVerification({ emailOrPhone, type: 'delete-user' }),
    confirm,
    problemOf: addressProblem,
  });
  return (
    <CodeForm
      controls={controls}
      addressLabel={user.email ? t('Email') : t('Phone')}
      addressInput={{ readOnly: true }}
      confirmLabel={t('Delete account')}
      confirmingLabel={t('Deleting...')}
      isDangerous
    />
  );
}
