import { ApiError } from '@parlance/contract/errors';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LoginForm } from '#login/login-form';
import { OidcConnection } from '#settings/account/oidc-connection';
import { SettingsBannersProvider } from '#settings/section/settings-banners';
import { server } from '#test/browser/network';
import { leave, render, tokens } from '#test/browser/render';
import Join from './join';
import { keepInvitation, keptInvitation } from './kept-invitation';
import OidcReturn from './oidc-return';
import { takeTrip } from './oidc-trip';

const refuse = (name: ConstructorParameters<typeof ApiError>[0]) => () => {
  throw new ApiError(name);
};
const named = (name: string) => server.received.filter((call) => call.name === name);
const button = (name: string) => page.getByRole('button', { name });
const oidcName = 'University of Example';

beforeEach(() => {
  window.location.hash = '';
  // Following the address stays on this page, since only its fragment differs.
  server.answer('beginOidc', () => ({ url: '#provider' }));
  server.answer('authenticate', refuse('UserNotFound'));
  server.answer('createUser', tokens);
});

// Rules: docs/specification/access.md#invitations
describe('/join', () => {
  const show = (options?: Parameters<typeof render>[1]) =>
    render(
      <Routes>
        <Route path="join/:secret" element={<Join />} />
      </Routes>,
      { at: '/join/s3cret', isVisitor: true, ...options },
    );
  const invitation = {
    programmeId: null,
    programmeName: null,
    until: new Date('2026-12-24T12:00:00.000Z'),
    domain: 'uni.example',
  };

  test('says until when and for which domain, keeps the secret and leads to the sign-up', async () => {
    server.answer('getInvitation', () => invitation);
    show();
    await expect.element(page.getByRole('heading', { name: 'You are invited to Parlance' })).toBeVisible();
    await expect.element(page.getByText(/by December 24, 2026\./)).toBeVisible();
    await expect.element(page.getByText('It needs an email address of uni.example.')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Create account' }))
      .toHaveAttribute('href', '/signup');
    expect(keptInvitation()).toEqual({ invitation: 's3cret' });
    expect(named('getInvitation')[0]?.params).toEqual({ secret: 's3cret' });
  });

  test('a programme gives it its name', async () => {
    server.answer('getInvitation', () => ({ ...invitation, programmeName: 'Tandem 2027' }));
    show();
    await expect.element(page.getByRole('heading', { name: 'Join Tandem 2027' })).toBeVisible();
  });

  test('one to a programme leads a visitor there after the sign-up, and a member at once', async () => {
    const programmeId = '018f0000-0000-7000-8000-000000000001';
    const address = `/programmes/${programmeId}/join?invitation=s3cret`;
    server.answer('getInvitation', () => ({ ...invitation, programmeId, programmeName: 'Tandem' }));
    const visitor = show();
    await userEvent.click(page.getByRole('link', { name: 'Create account' }));
    await expect.poll(() => visitor.router.state.location.pathname).toBe('/signup');
    expect(visitor.router.state.location.state).toEqual({ returnTo: address });
    leave();
    const member = show({ isVisitor: false });
    const here = () => member.router.state.location;
    await expect.poll(() => here().pathname + here().search).toBe(address);
    expect(member.router.state.historyAction).toBe('REPLACE');
  });

  test.each(['ServerError', 'TooManyRequests'] as const)(
    'one that cannot be read for now (%s) is not called a broken link, and is read again on request',
    async (name) => {
      server.answer('getInvitation', refuse(name));
      show();
      await expect.element(page.getByRole('alert')).toBeVisible();
      server.answer('getInvitation', () => invitation);
      await userEvent.click(button('Try again'));
      await expect.element(page.getByRole('heading', { name: 'You are invited to Parlance' })).toBeVisible();
    },
  );

  test('one that is not found says so and is not kept', async () => {
    server.answer('getInvitation', refuse('ResourceNotFound'));
    show();
    await expect.element(page.getByRole('heading', { name: 'This invitation does not work' })).toBeVisible();
    expect(keptInvitation()).toEqual({});
  });

  test.each([
    ['a visitor to the sign-in', { isVisitor: true }, 'Sign in', '/login'],
    [
      'a member to the programme',
      { isVisitor: false, user: { programme: { programmeId: 'p1', isCoordinator: false } } },
      'My programme',
      '/programmes',
    ],
    ['a member without one to the partners', { isVisitor: false }, 'Find Language Partners', '/dashboard'],
  ] as const)('one that is used up leads %s', async (_case, who, name, href) => {
    server.answer('getInvitation', refuse('ResourceNotFound'));
    show(who);
    const link = page.getByRole('link');
    await expect.element(link).toHaveTextContent(name);
    await expect.element(link).toHaveAttribute('href', href);
  });

  test('a member needs none, and none is kept', async () => {
    server.answer('getInvitation', () => invitation);
    show({ isVisitor: false });
    await expect.element(page.getByText('You are signed in, so you need no invitation.')).toBeVisible();
    expect(keptInvitation()).toEqual({});
  });
});

describe('the sign-in screen', () => {
  test('has neither button nor hint on an open instance', async () => {
    render(<LoginForm />, { isVisitor: true });
    await expect.element(button('Send Code')).toBeVisible();
    await expect.element(page.getByText(/invitation|organisation|Sign in with/)).not.toBeInTheDocument();
  });

  test('says who can sign up, and knows a kept invitation', async () => {
    render(<LoginForm />, { isVisitor: true, staticData: { signUp: 'invited' } });
    await expect.element(page.getByText('To create an account you need an invitation.')).toBeVisible();
  });

  test('sends a kept invitation with the sign-up and forgets it with the account', async () => {
    keepInvitation('s3cret');
    const soon = new Date();
    server.answer('beginAccessVerification', () => ({
      accessVerificationId: 'v1',
      expiresAt: soon,
      resendableAt: soon,
    }));
    server.answer('completeAccessVerification', () => ({ token: 'proof' }));
    server.answer('createUser', refuse('SignUpClosed'));
    render(<LoginForm />, { isVisitor: true, staticData: { signUp: 'invited' } });
    await expect
      .element(page.getByText('You have an invitation: sign in, or create your account.'))
      .toBeVisible();
    await userEvent.fill(page.getByLabelText('Email'), 'ada@example.org');
    await userEvent.click(button('Send Code'));
    await userEvent.fill(page.getByLabelText('Verification code'), '123456');
    await userEvent.click(button('Confirm'));
    // The text of the server, and the invitation stays for another attempt.
    await expect.element(page.getByText('New accounts need an invitation here.')).toBeVisible();
    expect(keptInvitation()).toEqual({ invitation: 's3cret' });
    server.answer('createUser', tokens);
    await userEvent.click(button('Confirm'));
    await expect.poll(() => keptInvitation()).toEqual({});
    expect(named('authenticate')[0]?.payload).not.toHaveProperty('invitation');
    expect(named('createUser').map(({ payload }) => payload.invitation)).toEqual(['s3cret', 's3cret']);
  });

  test('the button of an organisation leads to its page and remembers the way back', async () => {
    render(<LoginForm />, { isVisitor: true, staticData: { oidcName } });
    await userEvent.click(button(`Sign in with ${oidcName}`));
    await expect.poll(() => window.location.hash).toBe('#provider');
    expect(takeTrip()).toEqual({ purpose: 'sign-in', returnTo: '/dashboard' });
  });

  test('a provider that does not answer is told, and the button works again', async () => {
    server.answer('beginOidc', () => {
      throw new ApiError('ServerError', { statusCode: 503 });
    });
    render(<LoginForm />, { isVisitor: true, staticData: { oidcName } });
    await userEvent.click(button(`Sign in with ${oidcName}`));
    await expect.element(page.getByText(/does not answer/)).toBeVisible();
    await expect.element(button(`Sign in with ${oidcName}`)).not.toHaveAttribute('aria-busy');
  });
});

// Rules: docs/specification/access.md#organisation
describe('/oidc', () => {
  const verified = { oidcToken: 't', email: 'ada@uni.example', isEmailVerified: true };
  const show = (search: string, options?: Parameters<typeof render>[1]) =>
    render(
      <Routes>
        <Route path="oidc" element={<OidcReturn />} />
        <Route path="*" element={<p>arrived</p>} />
      </Routes>,
      { at: `/oidc?${search}`, isVisitor: true, ...options },
    );

  beforeEach(() => server.answer('completeOidc', () => verified));

  test('signs in once and goes where the person wanted to go', async () => {
    sessionStorage.setItem('parlance.oidc', JSON.stringify({ purpose: 'sign-in', returnTo: '/chats' }));
    server.answer('authenticate', tokens);
    const { router } = show('code=c&state=s&iss=https%3A%2F%2Funi.example');
    await expect.element(page.getByText('arrived')).toBeVisible();
    expect(router.state.location.pathname).toBe('/chats');
    expect(named('completeOidc').map(({ payload }) => payload)).toEqual([
      { code: 'c', state: 's', iss: 'https://uni.example' },
    ]);
    expect(named('createUser')).toEqual([]);
  });

  test('signs up with a verified address and the kept invitation', async () => {
    keepInvitation('s3cret');
    show('code=c&state=s');
    await expect.element(page.getByText('arrived')).toBeVisible();
    expect(named('createUser')[0]?.payload).toMatchObject({ oidcToken: 't', invitation: 's3cret' });
    expect(keptInvitation()).toEqual({});
  });

  test('asks for a code where the address is not verified', async () => {
    server.answer('completeOidc', () => ({ ...verified, isEmailVerified: false }));
    const soon = new Date();
    server.answer('beginAccessVerification', () => ({
      accessVerificationId: 'v1',
      expiresAt: soon,
      resendableAt: soon,
    }));
    server.answer('completeAccessVerification', () => ({ token: 'proof' }));
    show('code=c&state=s');
    await expect.element(page.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible();
    await expect.element(page.getByLabelText('Email')).toHaveValue('ada@uni.example');
    expect(named('createUser')).toEqual([]);
    await userEvent.click(button('Send Code'));
    await userEvent.fill(page.getByLabelText('Verification code'), '123456');
    await userEvent.click(button('Confirm'));
    await expect.element(page.getByText('arrived')).toBeVisible();
    expect(named('createUser')[0]?.payload).toMatchObject({
      oidcToken: 't',
      email: 'ada@uni.example',
      token: 'proof',
    });
  });

  test.each<[string, string, Parameters<ApiError['is']>[0] | null, RegExp]>([
    ['a cancelled sign-in', 'error=access_denied&state=s', null, /was cancelled/],
    ['a refused one', 'code=c&state=s', 'IdentityProviderRefused', /could not confirm who you are/],
  ])('%s is told, with a way to try again', async (_name, search, refusal, message) => {
    if (refusal) server.answer('completeOidc', refuse(refusal));
    show(search);
    await expect.element(page.getByText(message)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
  });

  test('a member who is signed in by now goes on, and nothing is exchanged', async () => {
    show('code=c&state=s', { isVisitor: false });
    await expect.element(page.getByText('arrived')).toBeVisible();
    expect(named('completeOidc')).toEqual([]);
  });

  test('an address that another account has leads to the settings', async () => {
    server.answer('authenticate', refuse('EmailTaken'));
    show('code=c&state=s');
    await expect.element(page.getByText(/then connect your organisation in the settings/)).toBeVisible();
  });

  test('a connection that fails leads back to where it began', async () => {
    sessionStorage.setItem(
      'parlance.oidc',
      JSON.stringify({ purpose: 'connect', returnTo: '/settings/account' }),
    );
    server.answer('connectOidc', refuse('IdentityExistsAlready'));
    show('code=c&state=s', { isVisitor: false });
    await expect.element(page.getByRole('heading', { name: 'Not connected' })).toBeVisible();
    await expect.element(page.getByText(/belongs to another account/)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Back to the settings' }))
      .toHaveAttribute('href', '/settings/account');
  });

  test.each([
    ['AccessVerificationCodeInvalid', true, 'input[aria-invalid]', '[role=alert]'],
    ['SignUpClosed', false, '[role=alert]', 'input[aria-invalid]'],
  ] as const)('a confirmation that fails with %s: at the code %s', async (name, isOfCode, shown, hidden) => {
    server.answer('completeOidc', () => ({ ...verified, isEmailVerified: false }));
    const soon = new Date();
    server.answer('beginAccessVerification', () => ({
      accessVerificationId: 'v1',
      expiresAt: soon,
      resendableAt: soon,
    }));
    server.answer('completeAccessVerification', isOfCode ? refuse(name) : () => ({ token: 'proof' }));
    server.answer('createUser', refuse(name));
    show('code=c&state=s');
    await userEvent.click(button('Send Code'));
    const code = page.getByLabelText('Verification code');
    await userEvent.fill(code, '123456');
    await userEvent.click(button('Confirm'));
    await expect.poll(() => document.querySelector(shown)).not.toBeNull();
    expect(document.querySelector(hidden)).toBeNull();
    expect(named('beginAccessVerification')[0]?.payload).toEqual({
      emailOrPhone: 'ada@uni.example',
      type: 'sign-up',
    });
  });

  test('connects the signed-in member and returns to the settings', async () => {
    sessionStorage.setItem(
      'parlance.oidc',
      JSON.stringify({ purpose: 'connect', returnTo: '/settings/account' }),
    );
    server.answer('connectOidc', () => ({}));
    const { router } = show('code=c&state=s', { isVisitor: false });
    await expect.element(page.getByText('arrived')).toBeVisible();
    expect(router.state.location.pathname).toBe('/settings/account');
    expect(named('connectOidc')[0]?.payload).toEqual({ oidcToken: 't' });
    expect(named('authenticate')).toEqual([]);
  });
});

describe('the row of the organisation in the settings', () => {
  const show = (user: Parameters<typeof render>[1]) =>
    render(
      <SettingsBannersProvider>
        <dl>
          <OidcConnection name={oidcName} />
        </dl>
      </SettingsBannersProvider>,
      { staticData: { oidcName }, ...user },
    );

  test('leads to the provider to connect', async () => {
    show({});
    await expect.element(page.getByText('Not connected')).toBeVisible();
    await userEvent.click(button('Connect'));
    await expect.poll(() => window.location.hash).toBe('#provider');
    expect(takeTrip()).toEqual({ purpose: 'connect', returnTo: '/settings/account' });
  });

  test('disconnects after a question', async () => {
    server.answer('disconnectWayIn', () => ({}));
    show({ user: { oidcIssuer: 'https://uni.example', oidcSubject: 'ada' } });
    await expect.element(page.getByText('Connected')).toBeVisible();
    await userEvent.click(button('Disconnect your organisation'));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }));
    await expect.poll(() => named('disconnectWayIn')[0]?.payload).toEqual({ way: 'oidc' });
  });

  test('is not removed where it is the only way to sign in', async () => {
    show({ user: { email: null, oidcIssuer: 'https://uni.example', oidcSubject: 'ada' } });
    await expect.element(page.getByText('Connected')).toBeVisible();
    await expect.element(button('Disconnect your organisation')).not.toBeInTheDocument();
  });
});
