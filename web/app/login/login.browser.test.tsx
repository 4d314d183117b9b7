import { refreshTokenKey } from '@parlance/client/token-storage';
import { ApiError } from '@parlance/contract/errors';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { render, tokens } from '#test/browser/render';
import { LoginForm } from './login-form';
import { SessionNotice } from './session-notice';

const button = (name: string) => page.getByRole('button', { name });

describe('why a member sees the sign-in again', () => {
  const show = () => render(<SessionNotice />, { isVisitor: true });

  test('is said with another try where the server did not end the session', async () => {
    localStorage.setItem(refreshTokenKey, tokens().refreshToken);
    let isDown = true;
    show();
    server.answer('reauthenticate', () => {
      if (isDown) throw new ApiError('ServerError');
      return tokens();
    });
    await expect.element(page.getByRole('alert')).toMatchTextContent(/^Something went wrong/);
    isDown = false;
    await userEvent.click(button('Try again'));
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await expect.poll(() => server.payloads('reauthenticate')).toHaveLength(2);
  });

  test('is said without one where the session has ended', async () => {
    localStorage.setItem(refreshTokenKey, tokens().refreshToken);
    show();
    server.answer('reauthenticate', () => {
      throw new ApiError('RefreshTokenInvalid');
    });
    await expect
      .element(page.getByRole('status'))
      .toHaveTextContent('Your session has expired. Please sign in again.');
    expect(button('Try again').query()).toBeNull();
  });

  test('is nothing for a visitor', async () => {
    render(
      <>
        <SessionNotice />
        <p>Sign in</p>
      </>,
      { isVisitor: true },
    );
    await expect.element(page.getByText('Sign in')).toBeVisible();
    expect(document.querySelector('[role=alert], [role=status]')).toBeNull();
  });
});

test('the button of Google is there again after a failure', async () => {
  const initialize = vi.fn();
  const renderButton = (place: HTMLElement) => place.append('Continue with Google');
  Object.assign(window, { google: { accounts: { id: { initialize, renderButton } } } });
  onTestFinished(() => void delete (window as { google?: unknown }).google);
  render(<LoginForm />, { isVisitor: true, staticData: { googleClientId: 'client' } });
  await expect.element(page.getByText('Continue with Google')).toBeVisible();
  initialize.mock.calls[0]?.[0].callback({});
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(page.getByText('Continue with Google')).toBeVisible();
  await expect.element(page.getByText('Signing in...')).not.toBeInTheDocument();
  // The failure of before is gone while the next attempt is under way.
  const answer = Promise.withResolvers<never>();
  server.answer('authenticate', () => answer.promise);
  initialize.mock.calls[0]?.[0].callback({ credential: 'token' });
  await expect.element(page.getByText('Signing in...')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await expect.poll(() => server.payloads('authenticate')).toHaveLength(1);
  answer.reject(new ApiError('ServerError'));
  await expect.element(page.getByRole('alert')).toBeVisible();
});

test('other ways to sign in are offered until a code is sent, and again after Back', async () => {
  const suggests = vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(false);
  onTestFinished(() => suggests.mockRestore());
  const soon = new Date();
  server.answer('beginAccessVerification', () => ({
    accessVerificationId: 'v1',
    expiresAt: soon,
    resendableAt: soon,
  }));
  render(<LoginForm />, {
    isVisitor: true,
    staticData: { hasDemoUser: true, oidcName: 'Uni', signUp: 'domains', passkeyOrigin: location.origin },
  });
  const others = () =>
    ['Continue as demo user', 'Sign in with Uni', 'Sign in with a passkey'].filter(
      (name) => button(name).query() !== null,
    );
  const hint = page.getByText('To create an account, use your address of this organisation.');
  await expect.poll(others).toHaveLength(3);
  await expect.element(hint).toBeVisible();
  await expect.element(page.getByLabelText('Email')).toHaveAttribute('autocomplete', 'email webauthn');
  await userEvent.fill(page.getByLabelText('Email'), 'ada@example.org');
  await userEvent.click(button('Send Code'));
  await expect.element(page.getByLabelText('Verification code')).toHaveFocus();
  expect([others(), hint.query(), page.getByText('Or', { exact: true }).query()]).toEqual([[], null, null]);
  await userEvent.click(button('Back'));
  await expect.poll(others).toHaveLength(3);
});
