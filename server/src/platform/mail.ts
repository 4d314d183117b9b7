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

/** Where mail leaves the application: SMTP, or the development outbox. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Lets go of whatever is kept here of messages to these addresses. */
  forget(addresses: string[]): void;
  close(): Promise<void>;
}

// One mail must never go to two people: every character that could end one address and begin another is refused.
const oneAddress = /^[^\s,;<>()[\]\\"]+@[^\s,;<>()[\]\\"@]+$/;

/** A pooled SMTP connection. A silent server is given up after `timeoutMs`, so that the queue tries again later. */
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
    // A path or an address in a template must never pull a local file or a page into a mail.
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return {
    async send({ to, ...mail }) {
      if (!oneAddress.test(to)) throw new Error('A mail goes to exactly one address.');
      await transport.sendMail({ ...mail, from: options.mailFrom, to: { name: '', address: to } });
    },
    // What has left lies in mailboxes; no copy is kept.
    forget() {},
    async close() {
      transport.close();
    },
  };
}
