import { freePort } from '@parlance/server/test/servers';
import { SMTPServer } from 'smtp-server';
import type { Stage } from './stage.ts';

/** A mail server that can be taken offline. */
export interface MailServer {
  url: string;
  received: { to: string; messageId: string }[];
  /** Connection attempts while it was offline. */
  refused(): number;
  goAway(): void;
  comeBack(): void;
}

interface MailServerOptions {
  answerAfterMs?: number;
  onMail?: (mail: { to: string; source: string }) => void;
}

export async function startMailServer(
  stage: Stage,
  { answerAfterMs = 0, onMail }: MailServerOptions = {},
): Promise<MailServer> {
  const received: MailServer['received'] = [];
  let isAway = false;
  let refused = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onMailFrom(_address, _session, done) {
      if (isAway) refused += 1;
      done(isAway ? Object.assign(new Error('try again later'), { responseCode: 421 }) : undefined);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString('utf8');
        const messageId = /^message-id: *(\S+)/im.exec(source)?.[1] ?? '';
        const to = session.envelope.rcptTo[0]?.address ?? '';
        received.push({ to, messageId });
        onMail?.({ to, source });
        setTimeout(done, answerAfterMs);
      });
    },
  });
  server.on('error', () => {});
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  stage.defer(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refused: () => refused,
    goAway: () => {
      isAway = true;
    },
    comeBack: () => {
      isAway = false;
    },
  };
}
