import { SMTPServer } from 'smtp-server';
import { describe, expect, test, vi } from 'vitest';
import { afterTest } from '#test/after-test';
import { claimsOf, startCommunity } from '#test/personas';

const maria = 'maria@example.org';

/** Starts a mail server that records mails and refuses one mailbox. */
async function startMailServer(): Promise<{ url: string; received: { to: string[]; source: string }[] }> {
  const received: { to: string[]; source: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      done(address.startsWith('refused') ? new Error(`no mailbox ${address}`) : undefined);
    },
    onData(stream, { envelope }, done) {
      let source = '';
      stream.setEncoding('utf8');
      stream.on('data', (chunk: string) => {
        source += chunk;
      });
      stream.on('end', () => {
        received.push({ to: envelope.rcptTo.map(({ address }) => address), source });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterTest(async () => {
    await new Promise<void>((resolve) => server.close(() => resolve()));
    return undefined;
  });
  const { port } = server.server.address() as { port: number };
  return { url: `smtp://127.0.0.1:${port}`, received };
}

const smtpEnv = (url: string) => ({ SMTP_URL: url, MAIL_FROM: 'Parlance <hello@parlance.example>' });

// Rules: docs/specification/access.md#codes
describe('code mails over real SMTP', () => {
  test('one mail to one address carries the code as text and HTML, and the code signs up', async () => {
    const mailServer = await startMailServer();
    const app = await startCommunity({ env: smtpEnv(mailServer.url) });
    const { calls } = app.visitor();
    const { accessVerificationId } = await calls.beginAccessVerification({
      emailOrPhone: maria,
      type: 'sign-up',
    });
    await vi.waitFor(() => expect(mailServer.received).toHaveLength(1), { timeout: 10_000 });
    const [mail] = mailServer.received;
    expect(mail?.to).toEqual([maria]);
    expect(mail?.source).toMatch(/^From: Parlance <hello@parlance\.example>/m);
    expect(mail?.source).toMatch(/^Content-Type: text\/plain/m);
    expect(mail?.source).toMatch(/^Content-Type: text\/html/m);
    const codes = new Set(mail?.source.match(/(?<![\d#])\d{6}(?!\d)/g));
    const code = [...codes].find((candidate) => mail?.source.includes(`    ${candidate}`)) ?? '';
    const { token } = await calls.completeAccessVerification({ accessVerificationId, code });
    await calls.createUser({ email: maria, token });
  });

  test('the response does not depend on whether the mail server accepts the mail', async () => {
    const mailServer = await startMailServer();
    const refusing = await startCommunity({ env: smtpEnv(mailServer.url) });
    const begin = (app: typeof refusing, emailOrPhone: string) =>
      app.visitor().calls.beginAccessVerification({ emailOrPhone, type: 'sign-in' });
    const answered = await begin(refusing, 'refused@example.org');
    expect(answered.accessVerificationId).toMatch(/^[0-9a-f-]{36}$/);
    const failures = () => refusing.log.lines.filter(({ msg }) => msg === 'a mail could not be sent');
    await vi.waitFor(() => expect(failures()).toHaveLength(1), { timeout: 10_000 });
    expect(JSON.stringify(failures())).not.toContain('refused@example.org');
  });
});

describe('notices', () => {
  test('the old address is told of a change, without the new address', async () => {
    const app = await startCommunity();
    const me = await app.signUp(maria);
    const email = 'new@example.org';
    await me.calls.updateEmail({ email, token: await app.prove(me, email, 'update-email') });
    const [notice] = app.sent();
    expect(notice).toMatchObject({ to: maria, subject: 'Your email address was changed' });
    expect(notice?.text).not.toContain(email);
    expect(notice?.html).not.toContain(email);
  });
});

describe('logs without tokens, codes and addresses', () => {
  test('a canary through every call of access and account leaves no trace', async () => {
    const app = await startCommunity();
    const secrets: string[] = [];
    const phone = '+4915112345678';
    const moved = 'moved@example.org';
    const me = await app.signUp(maria, { name: 'Canary-name', description: 'Canary-description' });
    const { refreshToken } = me.tokens;
    const next = await me.calls.reauthenticate({ refreshToken });
    const proof = await app.prove(me, moved, 'update-email');
    await me.calls.updateEmail({ email: moved, token: proof });
    const phoneProof = await app.prove(me, phone, 'update-phone');
    await me.calls.updatePhone({ phone, token: phoneProof });
    await me.send('GET', `/v1/user?token=${next.accessToken}&email=${maria}`);
    await me.send('POST', '/v1/user/update-email', { email: maria, token: 'canary-proof' });
    await me.send('POST', `/v1/access-verification/${proof}`, { code: app.codeFor(moved) });
    await me.send('GET', '/v1/user', undefined, { authorization: `Bearer ${next.refreshToken}` });
    await me.calls.exportUser();
    const last = await me.calls.reauthenticate({ refreshToken: next.refreshToken });
    await expect(me.calls.reauthenticate({ refreshToken })).rejects.toMatchObject({ code: 2003 });

    for (const tokens of [me.tokens, next, last]) {
      secrets.push(...tokens.accessToken.split('.').slice(1), ...tokens.refreshToken.split('.').slice(1));
      secrets.push(String(claimsOf(tokens.refreshToken).jti));
    }
    secrets.push(proof, phoneProof, 'canary-proof', maria, moved, phone, phone.slice(1));
    secrets.push('Canary-name', 'Canary-description', '198.18.', app.platform.secret);
    for (const { to, text } of app.sent()) {
      const code = /\b\d{6}\b/.exec(text)?.[0];
      if (code) secrets.push(code);
      secrets.push(to);
    }
    expect(app.log.lines.length).toBeGreaterThan(15);
    const log = JSON.stringify(app.log.lines.map(({ time, ...line }) => line));
    for (const secret of secrets) expect(log).not.toContain(secret);
  });
});
