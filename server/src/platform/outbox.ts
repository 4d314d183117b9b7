import type { Clock } from './clock.ts';
import type { Mailer } from './mail.ts';
import type { PushSender } from './push-sender.ts';
import type { SmsSender } from './sms.ts';

/** A captured message. A text message has no subject and no HTML; a push notification has its title as the subject. */
export interface OutboxEntry {
  channel: 'email' | 'sms' | 'push';
  to: string;
  subject: string | null;
  text: string;
  html: string | null;
  sentAt: Date;
  headers: Record<string, string>;
  attachments: Array<{ filename: string; contentType: string; content: string }>;
}

/** Replaces SMTP and the SMS provider outside production and keeps the messages. */
export interface Outbox {
  mailer: Mailer;
  smsSender: SmsSender;
  /** Keeps a copy of each push notification, which is still sent: browsers register only at real push services. */
  watchPushes(sender: PushSender | null): PushSender | null;
  /** Newest first. */
  entries(): OutboxEntry[];
  clear(): void;
}

const keptEntries = 500;

/** Creates an outbox. `print` shows each message's sign-in code on the terminal, for developers. */
export function createOutbox(options: { clock: Clock; print?: (text: string) => void }): Outbox {
  const { clock, print } = options;
  let kept: OutboxEntry[] = [];

  function keep(entry: OutboxEntry): void {
    kept = [entry, ...kept].slice(0, keptEntries);
    print?.(toTerminal(entry));
  }

  return {
    mailer: {
      async send({ to, subject, text, html, headers = {}, attachments = [], icalEvent }) {
        const invitations = icalEvent
          ? [{ filename: 'invite.ics', contentType: 'text/calendar', content: icalEvent.content }]
          : [];
        const files = [...attachments, ...invitations].map((file) => ({
          ...file,
          content: file.content.toString(),
        }));
        const sentAt = clock.now();
        keep({ channel: 'email', to, subject, text, html, sentAt, headers, attachments: files });
      },
      async check() {},
      forget: (addresses) => {
        kept = kept.filter(({ to }) => !addresses.includes(to));
      },
      async close() {},
    },
    smsSender: {
      async send({ to, text }) {
        const sentAt = clock.now();
        keep({ channel: 'sms', to, subject: null, text, html: null, sentAt, headers: {}, attachments: [] });
      },
    },
    watchPushes: (sender) =>
      sender && {
        ...sender,
        send(request) {
          const { title, body, path } = JSON.parse(request.payload);
          keep({
            channel: 'push',
            to: new URL(request.endpoint).hostname,
            subject: title,
            text: `${body}\n${path}`,
            html: null,
            sentAt: clock.now(),
            headers: { ttl: String(request.ttlSeconds), topic: request.topic, urgency: request.urgency },
            attachments: [],
          });
          return sender.send(request);
        },
      },
    entries: () => kept,
    clear: () => {
      kept = [];
    },
  };
}

// Names and notes in a mail are user input: escape sequences must not reach the terminal.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]/g;

// Mails contain the code on a line of its own. It has ten digits after many wrong guesses.
const codeOfMail = /^[ \t]+(\d{6}|\d{10})$/m;

/** Formats one line with the code, if any; /dev/outbox has the rest. */
function toTerminal({ channel, to, subject, text }: OutboxEntry): string {
  const code = codeOfMail.exec(text)?.[1];
  const line =
    channel === 'sms'
      ? `Text message to ${to}: ${text}`
      : code
        ? `Code for ${to}: ${code}`
        : `${channel === 'push' ? 'Notification' : 'Email'} to ${to}: ${subject}`;
  return `  ${line.replace(/\s+/g, ' ').replace(controlCharacters, '')}\n`;
}
