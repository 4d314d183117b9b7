import { isPhone } from '@parlance/contract/access';
import type { SignInMethod } from '@parlance/contract/account-care';
import { word } from '@parlance/words/word';
import type { Platform } from '#platform/platform';
import { type Addressee, sendLater, sendSms } from './mails.ts';

/** Reports a valid signature whose count is not above the last one, which indicates a copy of the passkey. */
export function mailCopiedPasskey(
  platform: Platform,
  { to, words, name }: Addressee & { name: string },
): void {
  const { t } = words;
  const subject = t('We refused a sign-in with a passkey');
  sendLater(platform, { to, words, subject, preview: t('A passkey of yours may have been copied.') }, [
    {
      kind: 'paragraph',
      text: t(
        'Somebody tried to sign in with your passkey "{name}", but its count of uses went back. It may have been copied, so we refused the sign-in.',
        { name },
      ),
    },
    {
      kind: 'paragraph',
      text: t('Please sign in with a code, and remove this passkey in the settings.'),
    },
    { kind: 'button', label: t('Sign in'), url: `${platform.config.publicUrl}/login` },
  ]);
}

export type ChangeAct = 'added' | 'changed' | 'removed';

/** A change of a sign-in method of which the owner gets a mail. */
export type ToldChange =
  | { way: SignInMethod; act: ChangeAct }
  | { way: 'passkey'; act: Exclude<ChangeAct, 'changed'> };

const passkeyWords = {
  added: word('A passkey was added to your account'),
  removed: word('A passkey was removed from your account'),
};

const changeWords: Record<SignInMethod, Record<ChangeAct, string>> = {
  email: {
    added: word('An email address was added to your account'),
    changed: word('Your email address was changed'),
    removed: word('Your email address was removed'),
  },
  phone: {
    added: word('A phone number was added to your account'),
    changed: word('Your phone number was changed'),
    removed: word('Your phone number was removed'),
  },
  google: {
    added: word('A Google account was connected'),
    changed: word('Another Google account was connected'),
    removed: word('A Google account was disconnected'),
  },
  oidc: {
    added: word('A sign-in of your organisation was connected'),
    changed: word('Another sign-in of your organisation was connected'),
    removed: word('The sign-in of your organisation was disconnected'),
  },
};

/** Notifies the old address or number of the new sign-in method and how to undo the change, by a link with the token. */
export function tellChange(
  platform: Platform,
  { to, words }: Addressee,
  told: ToldChange,
  token: string,
): void {
  const { t } = words;
  const subject = t(told.way === 'passkey' ? passkeyWords[told.act] : changeWords[told.way][told.act]);
  const url = `${platform.config.publicUrl}/undo?token=${token}`;
  if (isPhone(to)) {
    const text = t('Parlance: {change}. If this was not you, undo it within seven days: {address}', {
      change: subject,
      address: url,
    });
    sendSms(platform, to, text);
    return;
  }
  sendLater(platform, { to, words, subject, preview: t('If this was not you, undo it.') }, [
    { kind: 'paragraph', text: t('If this was you, there is nothing to do.') },
    {
      kind: 'paragraph',
      text: t(
        'If it was not, undo it: you sign in as before, and every device is signed out. The link works once, for seven days.',
      ),
    },
    { kind: 'button', label: t('This was not me'), url },
  ]);
}

/** Notifies an address that the change was undone and it no longer belongs to the account. */
export function tellUndone(platform: Platform, { to, words }: Addressee): void {
  const { t } = words;
  const subject = t('A change of your sign-in was undone');
  sendLater(platform, { to, words, subject, preview: t('You can no longer sign in with this address.') }, [
    {
      kind: 'paragraph',
      text: t(
        'The change was undone with the link we sent to the previous address. You can no longer sign in to that account with this address, and every device was signed out.',
      ),
    },
  ]);
}
