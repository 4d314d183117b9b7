import type { Config } from '#platform/settings';

interface Environment {
  value: (name: string) => string | null;
  url: (name: string, protocols: string[]) => string | null;
  problems: string[];
  isProduction: boolean;
}

/** Reads the mail server and the sender; without a mail server mails go to the development outbox. */
export function readMail({ value, url, problems, isProduction }: Environment): {
  smtpUrl: Config['smtpUrl'];
  mailFrom: Config['mailFrom'];
} {
  const smtpUrl = url('SMTP_URL', ['smtp:', 'smtps:']);
  const mailFrom = value('MAIL_FROM');
  if (isProduction && value('SMTP_URL') === null)
    problems.push(
      'SMTP_URL is required in production: the development outbox shows sign-in codes to everybody.',
    );
  if (mailFrom === null) {
    if (smtpUrl !== null || isProduction) problems.push('MAIL_FROM is needed together with SMTP_URL.');
  } else if (!/[^\s<>@]@[^\s<>@]/.test(mailFrom)) {
    // Without an address mails leave without a sender, and mail servers refuse them.
    problems.push(
      `MAIL_FROM must hold an address, such as Parlance <hello@example.org>; it is "${mailFrom}".`,
    );
  }
  return { smtpUrl, mailFrom: mailFrom ?? 'Parlance <parlance@localhost>' };
}
