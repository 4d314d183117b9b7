import { createTransport } from 'nodemailer';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
  attachments?: MailAttachment[];
  /** An invitation that mail programs show with accept and decline. */
  icalEvent?: { method: 'REQUEST' | 'CANCEL'; content: string };
}

export interface MailAttachment {
  filename: string;
  content: string | Buffer;
  contentType: string;
}

/** Sends mail through SMTP or to the development outbox. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Connects and authenticates without sending; rejects if the server would refuse mail now. */
  check(): Promise<void>;
  /** Deletes stored messages to these addresses. */
  forget(addresses: string[]): void;
  close(): Promise<void>;
}

// Header injection: every character that could end one address and start another is refused.
const oneAddress = /^[^\s,;<>()[\]\\"]+@[^\s,;<>()[\]\\"@]+$/;

/** Creates a pooled SMTP mailer. An unresponsive server times out after `timeoutMs`, so that the queue retries later. */
export function createSmtpMailer(options: { smtpUrl: string; mailFrom: string; timeoutMs?: number }): Mailer {
  const timeoutMs = options.timeoutMs ?? 15_000;
  const transport = createTransport({
    url: options.smtpUrl,
    pool: true,
    maxConnections: 3,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // A path or URL in a template must never include a local file or a page in a mail.
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return {
    async send({ to, ...mail }) {
      if (!oneAddress.test(to)) throw new Error('A mail goes to exactly one address.');
      await transport.sendMail({ ...mail, from: options.mailFrom, to: { name: '', address: to } });
    },
    async check() {
      await transport.verify();
    },
    // No copies of sent mails are kept.
    forget() {},
    async close() {
      transport.close();
    },
  };
}
