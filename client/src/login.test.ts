import { ApiError } from '@parlance/contract/errors';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type SessionServer, startSessionServer } from '#test/session-server';
import { readTimeZone } from './client-time-zone.ts';
import { createLogin, type Login } from './login.ts';
import { NetworkError } from './network-error.ts';
import { createSession, type Session } from './session.ts';
import { createMemoryStorage } from './token-storage.ts';

let server: SessionServer;
let session: Session;
let login: Login;

const sentAt = new Date('2026-05-06T07:08:09.000Z');
const pending = { accessVerificationId: 'v1', expiresAt: sentAt, resendableAt: sentAt };
const typed = { accessVerificationId: 'v1', emailOrPhone: ' Ada@Example.org', code: '123 456' };

beforeEach(async () => {
  server = await startSessionServer();
  session = createSession({ baseUrl: server.baseUrl, storage: createMemoryStorage() });
  login = createLogin(session);
  server.answer('beginAccessVerification', () => pending);
  server.answer('completeAccessVerification', () => ({ token: 'proof' }));
  server.answer('authenticate', () => server.issue());
  server.answer('createUser', () => server.issue());
});
afterEach(() => server.close());

const noSuchUser = () => {
  throw new ApiError('UserNotFound');
};
const names = () => server.received.map(({ name }) => name);

// Rules: docs/specification/access.md#login-flow
describe('by code', () => {
  it('asks for a code and says until when it lives and when another may be asked for', async () => {
    expect(await login.beginCode('Ada@Example.org ')).toEqual(pending);
    expect(server.received[0]?.payload).toEqual({ emailOrPhone: 'ada@example.org', type: 'sign-in' });
    await login.beginCode('0612345678', 'sign-up');
    expect(server.received[1]?.payload).toEqual({ emailOrPhone: '+0612345678', type: 'sign-up' });
  });

  it('confirms the code and authenticates with email, token and time zone', async () => {
    await login.confirmCode(typed);
    expect(server.received[0]).toMatchObject({
      params: { accessVerificationId: 'v1' },
      payload: { code: '123456' },
    });
    expect(server.received[1]).toMatchObject({ name: 'authenticate', token: null });
    expect(server.received[1]?.payload).toEqual({
      email: 'ada@example.org',
      token: 'proof',
      ...readTimeZone(),
    });
    expect(session.getState().user?.name).toBe('Ada');
  });

  it('sends an invitation and an identity with the sign-up alone', async () => {
    server.answer('authenticate', noSuchUser);
    const also = { invitation: 's3cret', oidcToken: 't' };
    await login.confirmCode({ ...typed, also });
    await login.confirmCode({ ...typed, accessVerificationId: 'v2', type: 'sign-up', also });
    await login.signInWithGoogle('g', { invitation: 's3cret' });
    const sent = server.received.filter(({ name }) => name === 'authenticate' || name === 'createUser');
    expect(sent.map(({ name, payload }) => [name, payload.invitation, payload.oidcToken])).toEqual([
      ['authenticate', undefined, undefined],
      ['createUser', 's3cret', 't'],
      ['createUser', 's3cret', 't'],
      ['authenticate', undefined, undefined],
      ['createUser', 's3cret', undefined],
    ]);
  });

  it('signs up with the same token when the user does not exist', async () => {
    server.answer('authenticate', noSuchUser);
    await login.confirmCode(typed);
    expect(names().slice(0, 3)).toEqual(['completeAccessVerification', 'authenticate', 'createUser']);
    expect(server.received[2]?.payload).toEqual({
      email: 'ada@example.org',
      token: 'proof',
      ...readTimeZone(),
    });
    expect(session.getState().user?.name).toBe('Ada');
  });

  it('creates the user at once when the code was asked for to sign up', async () => {
    await login.confirmCode({ ...typed, type: 'sign-up' });
    expect(names().slice(0, 2)).toEqual(['completeAccessVerification', 'createUser']);
  });

  it('takes a phone number', async () => {
    await login.confirmCode({ ...typed, emailOrPhone: '+31612345678' });
    expect(server.received[1]?.payload).toEqual({ phone: '+31612345678', token: 'proof', ...readTimeZone() });
  });

  it('passes any other error to the caller and does not sign in', async () => {
    server.answer('authenticate', () => {
      throw new ApiError('UserBanned');
    });
    await expect(login.confirmCode(typed)).rejects.toMatchObject({ code: 3001 });
    server.answer('completeAccessVerification', () => {
      throw new ApiError('AccessVerificationCodeInvalid');
    });
    await expect(login.confirmCode({ ...typed, accessVerificationId: 'v2' })).rejects.toMatchObject({
      code: 5001,
    });
    expect(session.getState().hasAccessToken).toBe(false);
    expect(server.count('createUser')).toBe(0);
  });

  it('continues from the confirmed code when the next response was lost', async () => {
    server.answer('authenticate', ({ lose }) => lose());
    await expect(login.confirmCode(typed)).rejects.toThrow(NetworkError);
    server.answer('completeAccessVerification', () => {
      throw new ApiError('AccessVerificationAlreadyCompleted');
    });
    server.answer('authenticate', () => server.issue());
    await login.confirmCode(typed);
    expect(session.getState().user?.name).toBe('Ada');
    expect(server.count('completeAccessVerification')).toBe(1);
  });
});

// Rules: docs/specification/access.md#google
describe('by Google', () => {
  it('authenticates with the credential', async () => {
    await login.signInWithGoogle('credential');
    expect(server.received[0]?.payload).toEqual({ googleIdentityToken: 'credential', ...readTimeZone() });
    expect(session.getState().user?.name).toBe('Ada');
  });

  it('creates a user with the same credential when there is none', async () => {
    server.answer('authenticate', noSuchUser);
    await login.signInWithGoogle('credential');
    expect(server.received[1]).toMatchObject({ name: 'createUser' });
    expect(server.received[1]?.payload).toEqual({ googleIdentityToken: 'credential', ...readTimeZone() });
  });

  it.each([undefined, null, ''])('takes a missing credential (%s) for an error', async (credential) => {
    await expect(login.signInWithGoogle(credential)).rejects.toMatchObject({ code: 5010 });
    expect(server.received).toEqual([]);
  });
});

describe('readTimeZone', () => {
  afterEach(() => vi.restoreAllMocks());

  it('is sent with every re-authentication', async () => {
    await session.signIn(server.issue());
    await session.tokens.reauthenticate();
    expect(server.received.at(-1)?.payload).toMatchObject(readTimeZone());
  });

  it.each([
    [-330, 6],
    [-60, 1],
    [0, 0],
    [300, -5],
    [570, -9],
    [-345, 6],
  ])('inverts and rounds the offset of %i minutes to %i hours, never minus zero', (offsetMinutes, hours) => {
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(offsetMinutes);
    expect(Object.is(readTimeZone().localTZOffset, hours)).toBe(true);
  });

  it('has the IANA zone, and omits an unknown one', () => {
    const zoneNamed = (timeZone: string) =>
      vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
        ...new Intl.DateTimeFormat().resolvedOptions(),
        timeZone,
      });
    zoneNamed('Asia/Kolkata');
    expect(readTimeZone().timeZone).toBe('Asia/Kolkata');
    zoneNamed('Etc/Unknown');
    expect(readTimeZone()).not.toHaveProperty('timeZone');
  });
});
