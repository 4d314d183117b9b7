import { type AccessVerificationType, isPhone } from '@parlance/contract/access';
import type { WayIn } from '@parlance/contract/account';
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
    {
      kind: 'paragraph',
      text: 'Somebody tried to continue one of your sessions with an old sign-in that had been replaced already. It may have been copied from one of your devices, so we signed that session out.',
    },
    { kind: 'paragraph', text: 'Please sign in again, and look through your sessions in the settings.' },
    { kind: 'button', label: 'Sign in', url: `${platform.config.publicUrl}/login` },
  ]);
}

interface ToldChange {
  to: string;
  way: WayIn;
  act: 'added' | 'changed' | 'removed';
  /** Of the link that undoes it. */
  token: string;
}

const changeWords: Record<WayIn, Record<ToldChange['act'], string>> = {
  email: {
    added: 'An email address was added to your account',
    changed: 'Your email address was changed',
    removed: 'Your email address was removed',
  },
  phone: {
    added: 'A phone number was added to your account',
    changed: 'Your phone number was changed',
    removed: 'Your phone number was removed',
  },
  google: {
    added: 'A Google account was connected',
    changed: 'Another Google account was connected',
    removed: 'A Google account was disconnected',
  },
};

/** Tells the old address or number how the account is entered from now on, and how to undo it. */
export function tellChange(platform: Platform, { to, way, act, token }: ToldChange): void {
  const subject = changeWords[way][act];
  const url = `${platform.config.publicUrl}/undo?token=${token}`;
  if (isPhone(to)) {
    sendSms(platform, to, `Parlance: ${subject}. If this was not you, undo it within seven days: ${url}`);
    return;
  }
  sendLater(platform, to, subject, 'If this was not you, undo it.', [
    { kind: 'paragraph', text: 'If this was you, there is nothing to do.' },
    {
      kind: 'paragraph',
      text: 'If it was not, undo it: you sign in as before, and every device is signed out. The link works once, for seven days.',
    },
    { kind: 'button', label: 'This was not me', url },
  ]);
}

/** Tells an address that an account has left it again. */
export function tellUndone(platform: Platform, to: string): void {
  const subject = 'A change of your sign-in was undone';
  sendLater(platform, to, subject, 'This address no longer signs in.', [
    {
      kind: 'paragraph',
      text: 'The change was undone by the link that the address before this one was sent. This address no longer signs in to that account, and every device was signed out.',
    },
  ]);
}

// Nobody waits for the mail server: the time of an answer must not tell what was sent, and a mail with a code may not lie
// in the mail queue, where the code would be stored. A lost one is asked for again.
function sendLater(
  platform: Platform,
  to: string,
  subject: string,
  preview: string,
  blocks: MailBlock[],
): void {
  const headed: MailBlock[] = [{ kind: 'heading', text: subject }, ...blocks];
  const mail: Mail = { to, subject, ...renderMail({ blocks: headed, preview, productName }) };
  platform.mail.send(mail).catch((error: unknown) => {
    platform.log.warn({ err: error }, 'a mail could not be sent');
  });
}

function sendSms(platform: Platform, to: string, text: string): void {
  platform.sms?.send({ to, text }).catch((error: unknown) => {
    platform.log.warn({ err: error }, 'a text message could not be sent');
  });
}
