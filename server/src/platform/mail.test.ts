import { createServer, type Server } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { createSmtpMailer, type Mailer } from './mail.ts';

const closers: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Received {
  from: string;
  recipients: string[];
  source: string;
}

async function startSmtpServer(): Promise<{ url: string; received: Received[]; connections: () => number }> {
  const received: Received[] = [];
  let connections = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect(_session, done) {
      connections += 1;
      done();
    },
    onRcptTo(address, _session, done) {
      done(address.address.startsWith('unknown') ? new Error('no such mailbox') : undefined);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = session.envelope.mailFrom;
        received.push({
          from: from ? from.address : '',
          recipients: session.envelope.rcptTo.map((to) => to.address),
          source: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `smtp://127.0.0.1:${address.port}`, received, connections: () => connections };
}

function mailer(smtpUrl: string, timeoutMs?: number): Mailer {
  const created = createSmtpMailer({
    smtpUrl,
    mailFrom: 'Parlance <hello@parlance.test>',
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  closers.push(() => created.close());
  return created;
}

const mail = { subject: 'Grüße', text: 'plain words', html: '<p>rich words</p>' };

describe('SMTP mailer', () => {
  test('sends both bodies, the headers and an attachment to the one recipient', async () => {
    const { url, received } = await startSmtpServer();
    await mailer(url).send({
      ...mail,
      to: 'aiko@example.org',
      headers: {
        'List-Unsubscribe': '<https://parlance.test/u/1>',
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
      attachments: [{ filename: 'session.ics', content: 'BEGIN:VCALENDAR', contentType: 'text/calendar' }],
    });
    expect(received).toHaveLength(1);
    const [first] = received;
    expect(first).toMatchObject({ from: 'hello@parlance.test', recipients: ['aiko@example.org'] });
    expect(first?.source).toContain('plain words');
    expect(first?.source).toContain('<p>rich words</p>');
    expect(first?.source).toContain('From: Parlance <hello@parlance.test>');
    expect(first?.source).toContain('List-Unsubscribe: <https://parlance.test/u/1>');
    expect(first?.source).toContain('filename=session.ics');
  });

  test.each([
    'a@example.org,b@example.org',
    'a@example.org, b@example.org',
    'a@example.org;b@example.org',
    'A <a@example.org>',
    'a@example.org\r\nBcc: b@example.org',
    '',
  ])('refuses %j: one mail, one address', async (to) => {
    const { url, received } = await startSmtpServer();
    await expect(mailer(url).send({ ...mail, to })).rejects.toThrow('exactly one address');
    expect(received).toHaveLength(0);
  });

  test('uses one connection for mails that follow each other', async () => {
    const { url, received, connections } = await startSmtpServer();
    const pooled = mailer(url);
    for (const name of ['a', 'b', 'c']) await pooled.send({ ...mail, to: `${name}@example.org` });
    expect(received.map((one) => one.recipients)).toEqual([
      ['a@example.org'],
      ['b@example.org'],
      ['c@example.org'],
    ]);
    expect(connections()).toBe(1);
  });

  test('fails when the server refuses the recipient, so that a job can retry', async () => {
    const { url } = await startSmtpServer();
    await expect(mailer(url).send({ ...mail, to: 'unknown@example.org' })).rejects.toThrow();
  });

  test('checks the connection without a mail', async () => {
    const { url, received, connections } = await startSmtpServer();
    await mailer(url).check();
    expect({ received, connections: connections() }).toEqual({ received: [], connections: 1 });
    await expect(mailer('smtp://127.0.0.1:1').check()).rejects.toThrow('ECONNREFUSED');
  });

  test('times out on a server that accepts the connection and stays silent', async () => {
    const silent: Server = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    closers.push(() => new Promise<void>((resolve) => silent.close(() => resolve())));
    const address = silent.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const sending = mailer(`smtp://127.0.0.1:${address.port}`, 100).send({ ...mail, to: 'a@example.org' });
    await expect(sending).rejects.toThrow(/greeting|timeout/i);
  });
});
