import { email, phone } from '@parlance/contract/access';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { type ComponentProps, useState } from 'react';
import { CodeForm } from '#access/code-form';
import { type ConfirmedCode, useCodeFlow } from '#access/use-code-flow';
import { refusalOf } from '#lib/refusal';
import type { SessionRuntime } from '#session/session-runtime';
import { useSignedIn } from '#session/signed-in';
import { useSettingsBanners } from '#settings/section/settings-banners';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { AccountRow } from './account-row';
import { addressProblem } from './address-problem';
import { createCodeConfirmation } from './code-confirmation';
import { DisconnectButton } from './disconnect-button';

interface AddressKind {
  newLabel: string;
  add: string;
  change: string;
  about: string;
  changed: string;
  verification: 'update-email' | 'update-phone';
  schema: typeof email | typeof phone;
  input: ComponentProps<'input'>;
  column: 'email' | 'phone';
  store: (calls: SessionRuntime['calls'], address: string, token: string) => Promise<unknown>;
}

const kinds = {
  email: {
    newLabel: word('New email'),
    add: word('Add email'),
    change: word('Change email'),
    about: word('The code goes to the new address. Your other devices are signed out afterwards.'),
    changed: word('Email address changed.'),
    column: 'email',
    verification: 'update-email',
    schema: email,
    input: { type: 'email', autoComplete: 'email', inputMode: 'email', maxLength: 254 },
    store: (calls, address, token) => calls.updateEmail({ email: address, token }),
  },
  phone: {
    newLabel: word('New phone number'),
    add: word('Add phone'),
    change: word('Change phone'),
    about: word('The code goes to the new number. Your other devices are signed out afterwards.'),
    changed: word('Phone number changed.'),
    column: 'phone',
    verification: 'update-phone',
    schema: phone,
    input: { type: 'tel', autoComplete: 'tel', inputMode: 'tel', maxLength: 32 },
    store: (calls, address, token) => calls.updatePhone({ phone: address, token }),
  },
} satisfies Record<string, AddressKind>;

/** The email address or phone number of the account, changed by a code sent to the new one. */
export function ChangeAddress({ kind }: { kind: keyof typeof kinds }) {
  const { user } = useSignedIn();
  const [open, setOpen] = useState(false);
  const { add, change, about } = kinds[kind];
  const present = user[kind];
  const title = t(present ? change : add);
  return (
    <AccountRow
      option={kind}
      action={
        <>
          <DisconnectButton way={kind} />
          <Button onClick={() => setOpen(true)} aria-label={title}>
            {present ? t('Change') : t('Add')}
          </Button>
        </>
      }
    >
      {present ? (
        <span dir="ltr">{present}</span>
      ) : (
        <span className="text-ink-soft">{t(word('Not set', 'an address'))}</span>
      )}
      <Dialog open={open} onOpenChange={setOpen} title={title} description={t(about)}>
        <ChangeForm kind={kinds[kind]} onDone={() => setOpen(false)} />
      </Dialog>
    </AccountRow>
  );
}

function ChangeForm({ kind, onDone }: { kind: AddressKind; onDone: () => void }) {
  const { runtime } = useSignedIn();
  const { calls, session } = runtime;
  const { showSuccess } = useSettingsBanners();
  const [proveCode] = useState(() => createCodeConfirmation(calls));

  const confirm = async ({ address, ...typed }: ConfirmedCode) => {
    await kind.store(calls, address, await proveCode(typed));
    onDone();
    showSuccess(t(kind.changed));
    await session.showSaved({ [kind.column]: address });
  };

  const controls = useCodeFlow({
    refusalOf: (address) => refusalOf(kind.schema, address),
    begin: (address) => calls.beginAccessVerification({ emailOrPhone: address, type: kind.verification }),
    confirm,
    problemOf: addressProblem,
  });
  return (
    <CodeForm controls={controls} addressLabel={t(kind.newLabel)} addressInput={kind.input} focusAddress />
  );
}
