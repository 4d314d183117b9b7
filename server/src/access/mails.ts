import { type AccessVerificationType, isPhone } from '@parlance/contract/access';
import type { SignInMethod } from '@parlance/contract/account-care';
import { word } from '@parlance/words/word';
import type { Words } from '@parlance/words/words';
import type { Mail } from '#platform/mail';
import { type MailBlock, renderMail } from '#platform/mail-template';
import type { Platform } from '#platform/platform';

const productName = 'Parlance';

// Sign-in and sign-up use the same text: one code serves both, and whether an account exists is not known yet.
const wording: Record<AccessVerificationType, { subject: string; purpose: string }> = {
  'sign-in': {
    subject: word('Your Parlance code'),
    purpose: word('Enter this code to sign in to Parlance:'),
  },
  'sign-up': {
    subject: word('Your Parlance code'),
    purpose: word('Enter this code to sign in to Parlance:'),
  },
  'update-email': {
    subject: word('Confirm your new address'),
    purpose: word('Enter this code to use this address for your account:'),
  },
  'update-phone': {
    subject: word('Confirm your new number'),
    purpose: word('Enter this code to use this number for your account:'),
  },
  'delete-user': {
    subject: word('Confirm the deletion of your account'),
    purpose: word('Enter this code to delete your account and everything in it for good:'),
  },
};

interface CodeMessage {
  to: string;
  code: string;
  type: AccessVerificationType;
  lifeMinutes: number;
  /** In the requester's language. */
  words: Words;
}

export function sendCodeByMail(platform: Platform, message: CodeMessage): void {
  const { to, code, type, lifeMinutes, words } = message;
  const { t, counted } = words;
  const { subject, purpose } = wording[type];
  sendLater(platform, { to, words, subject: t(subject), preview: t('{code} is your code.', { code }) }, [
    { kind: 'paragraph', text: t(purpose) },
    { kind: 'code', code },
    {
      kind: 'paragraph',
      text: counted(lifeMinutes, 'It is valid for 1 minute.', 'It is valid for {count} minutes.'),
    },
    {
      kind: 'smallPrint',
      text: t('If you did not ask for it, you can ignore this email. Never give this code to anybody.'),
    },
  ]);
}

export function sendCodeBySms(platform: Platform, message: CodeMessage): void {
  const { to, code, type, lifeMinutes, words } = message;
  const advice = words.counted(
    lifeMinutes,
    'It is valid for 1 minute. Never give it to anybody.',
    'It is valid for {count} minutes. Never give it to anybody.',
  );
  sendSms(platform, to, `${words.t(wording[type].purpose)} ${code}\n${advice}`);
}

interface Addressee {
  to: string;
  words: Words;
}

/** Reports the reuse of a refresh token that was replaced long ago, which indicates a copy. */
export function mailStolenSession(platform: Platform, { to, words }: Addressee): void {
  const { t } = words;
  const subject = t('We signed out one of your devices');
  sendLater(platform, { to, words, subject, preview: t('Somebody used a copy of your sign-in.') }, [
    {
      kind: 'paragraph',
      text: t(
        'Somebody used an old sign-in of yours that had already been replaced. It may have been copied from one of your devices, so we signed that device out.',
      ),
    },
    {
      kind: 'paragraph',
      text: t('Please sign in again, and check your devices in the settings.'),
    },
    { kind: 'button', label: t('Sign in'), url: `${platform.config.publicUrl}/login` },
  ]);
}

interface ToldChange extends Addressee {
  way: SignInMethod;
  act: 'added' | 'changed' | 'removed';
  /** The token of the undo link. */
  token: string;
}

const changeWords: Record<SignInMethod, Record<ToldChange['act'], string>> = {
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
};

/** Notifies the old address or number of the new sign-in method and how to undo the change. */
export function tellChange(platform: Platform, { to, words, way, act, token }: ToldChange): void {
  const { t } = words;
  const subject = t(changeWords[way][act]);
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

/** Notifies an address that its account was deleted. */
export function tellDeleted(platform: Platform, { to, words }: Addressee): void {
  const { t } = words;
  const subject = t('Your Parlance account was deleted');
  if (isPhone(to)) {
    const text = t(
      'Parlance: Your account was deleted. If this was not you, somebody else can read the codes that are sent to you.',
    );
    sendSms(platform, to, text);
    return;
  }
  sendLater(platform, { to, words, subject, preview: t('It cannot be brought back.') }, [
    {
      kind: 'paragraph',
      text: t(
        'The deletion was confirmed by a code that was sent to an address of the account. Everything in it is gone and cannot be brought back.',
      ),
    },
    {
      kind: 'paragraph',
      text: t(
        'If this was not you, somebody else can read the codes that are sent to you. Please change the password of your mailbox.',
      ),
    },
  ]);
}

// Not awaited: response timing must not reveal what was sent. Not queued either: the mail queue would store the code in clear.
// A client requests a lost code again.
function sendLater(
  platform: Platform,
  { to, words, subject, preview }: Addressee & { subject: string; preview: string },
  blocks: MailBlock[],
): void {
  const headed: MailBlock[] = [{ kind: 'heading', text: subject }, ...blocks];
  const mail: Mail = { to, subject, ...renderMail({ blocks: headed, preview, productName, words }) };
  platform.mail.send(mail).catch((error: unknown) => {
    platform.log.warn({ err: error }, 'a mail could not be sent');
  });
}

function sendSms(platform: Platform, to: string, text: string): void {
  platform.sms?.send({ to, text }).catch((error: unknown) => {
    platform.log.warn({ err: error }, 'a text message could not be sent');
  });
}
