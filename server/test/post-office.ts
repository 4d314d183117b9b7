import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { createSmtpMailer, type Mailer } from '#platform/mail';
import { afterTest } from '#test/after-test';

export interface Arrival {
  to: string;
  /** By lower-case name, unfolded; all values of a repeated name. */
  headers: Map<string, string[]>;
  source: string;
  /** On the test's clock. */
  at: Date;
}

export interface PostOffice {
  /** Sends SMTP to this server; replaces the application's mailer. */
  mailer: Mailer;
  arrivals: Arrival[];
  /** While closed, every mail is refused temporarily. */
  isClosed: boolean;
}

/** Starts a real SMTP server on a free port, which ends with the test. */
export async function openPostOffice(clock: { now(): Date }): Promise<PostOffice> {
  const arrivals: Arrival[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (office.isClosed) {
          done(Object.assign(new Error('try again later'), { responseCode: 451 }));
          return;
        }
        const source = Buffer.concat(chunks).toString('utf8');
        const to = session.envelope.rcptTo.map(({ address }) => address).join();
        arrivals.push({ to, source, headers: readHeaders(source), at: clock.now() });
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const mailer = createSmtpMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    mailFrom: 'Parlance <hello@example.org>',
  });
  const office: PostOffice = { mailer, arrivals, isClosed: false };
  afterTest(async () => {
    await mailer.close();
    await new Promise<void>((resolve) => server.close(resolve));
    return undefined;
  });
  return office;
}

function readHeaders(source: string): Map<string, string[]> {
  const [head = ''] = source.split('\r\n\r\n', 1);
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  const entries = lines.map((line) => {
    const colon = line.indexOf(':');
    return { name: line.slice(0, colon).toLowerCase(), value: line.slice(colon + 1).trim() };
  });
  const byName = Map.groupBy(entries, ({ name }) => name);
  return new Map([...byName].map(([name, values]) => [name, values.map(({ value }) => value)]));
}
