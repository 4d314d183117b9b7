import { type AccessVerificationType, isPhone } from '@parlance/contract/access';
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
  'add-passkey': {
    subject: word('Confirm your new passkey'),
    purpose: word('Enter this code to add a passkey to your account:'),
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

export interface Addressee {
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
export function sendLater(
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

export function sendSms(platform: Platform, to: string, text: string): void {
  platform.sms?.send({ to, text }).catch((error: unknown) => {
    platform.log.warn({ err: error }, 'a text message could not be sent');
  });
}
