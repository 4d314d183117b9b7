import { isPhone } from '@parlance/contract/access';
import { spoken, t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CodeForm } from '#access/code-form';
import { type ConfirmedCode, useCodeFlow } from '#access/use-code-flow';
import { sentence } from '#lib/sentence';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { Skeleton } from '#ui/skeleton';
import { showToast } from '#ui/toast';
import { addressProblem } from './address-problem';
import { createCodeConfirmation } from './code-confirmation';

/** Deletes the account, after an explanation and a code. */
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
        <DeletionProof />
      </Dialog>
    </>
  );
}

/**
 * The address that receives the code. While a change of a sign-in method can be undone, it is one from before the change: a stolen
 * session cannot delete the account.
 */
function DeletionProof() {
  const { user, runtime } = useSignedIn();
  const { data, isError, refetch } = useQuery({
    queryKey: ['access', user.userId, 'deletion'],
    queryFn: () => runtime.calls.getDeletionProof(),
    // Not cached, because a change of sign-in methods changes the answer.
    gcTime: 0,
  });
  const [chosen, setChosen] = useState<string | null>(null);
  if (isError && !data) {
    return (
      <Banner tone="danger" action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}>
        {t('An unexpected error occurred. Please try again.')}
      </Banner>
    );
  }
  if (!data) return <Skeleton className="h-32" />;
  const { addresses, until } = data;
  const address = chosen ?? addresses[0];
  const other = addresses.find((each) => each !== address);
  return (
    <>
      {until && <p className="rounded-md bg-sunken p-3">{waitText(until, addresses.length)}</p>}
      {address ? (
        <DeleteForm key={address} address={address} />
      ) : (
        !until && (
          <p>
            {t(
              'Your account has no address that a code could be sent to. Please add an email address: after seven days it can confirm the deletion.',
            )}
          </p>
        )
      )}
      {other && (
        <Button variant="quiet" onClick={() => setChosen(other)}>
          {sentence('Send the code to {address} instead', {
            address: (
              <bdi dir="ltr" className="wrap-anywhere">
                {other}
              </bdi>
            ),
          })}
        </Button>
      )}
    </>
  );
}

function waitText(until: Date, addressCount: number): string {
  const when = { date: spoken().date(until, 'moment') };
  return addressCount > 0
    ? t(
        'How you sign in was changed recently. Until {date} only an address from before the change can confirm the deletion. If you cannot read messages there, please wait until then.',
        when,
      )
    : t(
        'How you sign in was changed recently. To protect you, your account cannot be deleted before {date}.',
        when,
      );
}

function DeleteForm({ address }: { address: string }) {
  const { runtime } = useSignedIn();
  const { calls, session } = runtime;
  const [proveCode] = useState(() => createCodeConfirmation(calls));

  const confirm = async ({ accessVerificationId, code }: ConfirmedCode) => {
    await calls.deleteUser({ token: await proveCode({ accessVerificationId, code }) });
    // The session was deleted with the account, so there is no sign-out call.
    session.tokens.clear();
    showToast({ title: t('Your account has been deleted.') });
  };

  const controls = useCodeFlow({
    address,
    refusalOf: () => null,
    begin: (emailOrPhone) => calls.beginAccessVerification({ emailOrPhone, type: 'delete-user' }),
    confirm,
    problemOf: addressProblem,
  });
  return (
    <CodeForm
      controls={controls}
      addressLabel={isPhone(address) ? t('Phone') : t('Email')}
      addressInput={{ readOnly: true }}
      confirmLabel={t('Delete account')}
      confirmingLabel={t('Deleting...')}
      isDangerous
    />
  );
}
