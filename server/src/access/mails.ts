import type { AccessVerificationType } from '@parlance/contract/access';
import type { Mail } from '#platform/mail';
import { type MailBlock, renderMail } from '#platform/mail-template';
import type { Platform } from '#platform/platform';

const productName = 'Parlance';

// Sign-in and sign-up read the same: a code serves both, and nobody knows yet whether there is an account.
const wording: Record<AccessVerificationType, { subject: string; purpose: string }> = {
  'sign-in': { subject: 'Your Parlance code', purpose: 'Enter this code to sign in to Parlance:' },
  'sign-up': { subject: 'Your Parlance code', purpose: 'Enter this code to sign in to Parlance:' },
  'update-email': {
    subject: 'Confirm your new address',
    purpose: 'Enter this code to use this address for your account:',
  },
  'update-phone': {
    subject: 'Confirm your new number',
    purpose: 'Enter this code to use this number for your account:',
  },
  'delete-user': {
    subject: 'Confirm the deletion of your account',
    purpose: 'Enter this code to delete your account and everything in it for good:',
  },
};

interface CodeMessage {
  to: string;
  code: string;
  type: AccessVerificationType;
  lifeMinutes: number;
}

/** A code by mail. */
export function sendCodeByMail(platform: Platform, { to, code, type, lifeMinutes }: CodeMessage): void {
  const { subject, purpose } = wording[type];
  sendLater(platform, to, subject, `${code} is your code.`, [
    { kind: 'heading', text: subject },
    { kind: 'paragraph', text: purpose },
    { kind: 'code', code },
    { kind: 'paragraph', text: `It is valid for ${lifeMinutes} minutes.` },
    {
      kind: 'smallPrint',
      text: 'If you did not ask for it, you can ignore this email. Never give this code to anybody.',
    },
  ]);
}

/** A code by text message. */
export function sendCodeBySms(platform: Platform, { to, code, type, lifeMinutes }: CodeMessage): void {
  const advice = `It is valid for ${lifeMinutes} minutes. Never give it to anybody.`;
  sendSms(platform, to, `${wording[type].purpose} ${code}\n${advice}`);
}

/** Somebody used a refresh token that had been replaced long ago: it was copied. */
export function mailStolenSession(platform: Platform, to: string): void {
  const subject = 'We ended one of your sessions';
  sendLater(platform, to, subject, 'A copy of your sign-in was used.', [
    { kind: 'heading', text: subject },
    {
      kind: 'paragraph',
      text: 'Somebody tried to continue one of your sessions with an old sign-in that had been replaced already. It may have been copied from one of your devices, so we signed that session out.',
    },
    { kind: 'paragraph', text: 'Please sign in again, and look through your sessions in the settings.' },
    { kind: 'button', label: 'Sign in', url: `${platform.config.publicUrl}/login` },
  ]);
}

/** Tells the old address or number that the account has moved away from it. */
export function tellOldAddress(platform: Platform, column: 'email' | 'phone', to: string): void {
  const what = column === 'email' ? 'email address' : 'phone number';
  const subject = `Your ${what} was changed`;
  const news = `Your Parlance account uses another ${what} from now on, and every other session was signed out.`;
  const help = `If this was not you, please tell us at once: ${platform.config.publicUrl}`;
  if (column === 'phone') {
    sendSms(platform, to, `${news} ${help}`);
    return;
  }
  sendLater(platform, to, subject, `Your account uses another ${what} now.`, [
    { kind: 'heading', text: subject },
    { kind: 'paragraph', text: news },
    { kind: 'smallPrint', text: help },
  ]);
}

// Nobody waits for the mail server: the time of an answer must not tell what was sent, and a mail with a code may not lie
// in the job table, where the code would be stored. A lost one is asked for again.
function sendLater(
  platform: Platform,
  to: string,
  subject: string,
  preview: string,
  blocks: MailBlock[],
): void {
  const mail: Mail = { to, subject, ...renderMail({ blocks, preview, productName }) };
  platform.mail.send(mail).catch((error: unknown) => {
    platform.log.warn({ err: error }, 'a mail could not be sent');
  });
}

function sendSms(platform: Platform, to: string, text: string): void {
  platform.sms?.send({ to, text }).catch((error: unknown) => {
    platform.log.warn({ err: error }, 'a text message could not be sent');
  });
}
