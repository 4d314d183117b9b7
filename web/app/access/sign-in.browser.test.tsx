import { ApiError } from '@parlance/contract/errors';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { lastingKeys } from '#lib/lasting-keys';
import { useReadySession } from '#session/signed-in';
import { server } from '#test/browser/network';
import { leave, render, tokens } from '#test/browser/render';
import { pass, stopClock } from '#test/browser/surroundings';
import { isNoticePlaceTaken, takeNoticePlace } from '#ui/notice-place';
import { CodeForm } from './code-form';
import { GoogleButton } from './google-button';
import { PasskeyEntry } from './passkey-entry';
import { offerPasskey } from './passkey-offer';
import { type ConfirmedCode, useCodeFlow } from './use-code-flow';

const button = (name: string | RegExp) => page.getByRole('button', { name });

afterEach(() => vi.restoreAllMocks());

describe('a passkey', () => {
  const challenge = 'AAECAwQFBgcICQoLDA0ODw';
  let asked: CredentialRequestOptions[];
  const problems: (string | null)[] = [];

  beforeEach(() => {
    asked = [];
    problems.length = 0;
    vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(true);
    vi.spyOn(navigator.credentials, 'get').mockImplementation((options) => {
      const { signal } = options ?? {};
      // As of the suggestion of a screen that was left during the call before.
      if (signal?.aborted) return Promise.reject(signal.reason);
      // A browser refuses a second request while one waits.
      if (asked.some((request) => !request.signal?.aborted))
        return Promise.reject(new DOMException('A request is pending.', 'OperationError'));
      asked.push(options ?? {});
      return new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason)),
      );
    });
    server.answer('beginPasskeySignIn', () => ({
      challengeToken: 'token',
      options: { challenge, rpId: location.hostname, timeout: 1000, userVerification: 'required' },
    }));
    render(<PasskeyEntry onProblem={(problem) => problems.push(problem)} />, { isVisitor: true });
  });

  test('is suggested in the field; the button ends the suggestion before it asks', async () => {
    await expect.poll(() => asked.map(({ mediation }) => mediation)).toEqual(['conditional']);
    await userEvent.click(button('Sign in with a passkey'));
    await expect.poll(() => asked).toHaveLength(2);
    expect(asked.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
    expect(asked[1]?.mediation).toBeUndefined();
    await expect.element(button('Signing in...')).toBeVisible();
    expect(problems).toEqual([null]);
  });

  test('is suggested anew with another challenge before the first one expires, until that fails', async () => {
    const expiries: AbortController[] = [];
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      if (ms !== 4 * 60_000) return timeout(ms);
      const expiry = new AbortController();
      expiries.push(expiry);
      return expiry.signal;
    });
    leave();
    asked = [];
    render(<PasskeyEntry onProblem={(problem) => problems.push(problem)} />, { isVisitor: true });
    await expect.poll(() => asked).toHaveLength(1);
    expiries[0]?.abort(new DOMException('', 'TimeoutError'));
    await expect.poll(() => asked.map(({ mediation }) => mediation)).toEqual(['conditional', 'conditional']);
    const challenges = server.received.filter(({ name }) => name === 'beginPasskeySignIn').length;
    vi.mocked(navigator.credentials.get).mockRejectedValue(new DOMException('', 'NotAllowedError'));
    expiries[1]?.abort(new DOMException('', 'TimeoutError'));
    await expect
      .poll(() => server.received.filter(({ name }) => name === 'beginPasskeySignIn'))
      .toHaveLength(challenges + 1);
    await new Promise(requestAnimationFrame);
    expect([expiries.length, problems]).toEqual([3, []]);
  });

  test('that the member cancels is no problem, and the button works again', async () => {
    await expect.poll(() => asked).toHaveLength(1);
    vi.mocked(navigator.credentials.get).mockRejectedValue(new DOMException('', 'NotAllowedError'));
    await userEvent.click(button('Sign in with a passkey'));
    await expect.element(button('Sign in with a passkey')).not.toHaveAttribute('aria-busy');
    expect(problems).toEqual([null]);
  });

  test('is no longer waited for once the screen is left', async () => {
    await expect.poll(() => asked).toHaveLength(1);
    leave();
    expect(asked[0]?.signal?.aborted).toBe(true);
  });
});

describe('a code', () => {
  const begun: string[] = [];
  const confirmed: ConfirmedCode[] = [];
  let refusal: Error | null;
  /** How long the server refuses another code for the address of Ada. */
  let waitMs: number;
  const now = Date.parse('2026-05-06T07:08:09Z');

  function Form() {
    const controls = useCodeFlow({
      refusalOf: (address) => (address.includes('@') ? null : 'This is no address.'),
      begin: async (address) => {
        begun.push(address);
        if (waitMs > 0 && address.startsWith('ada')) throw new ApiError('TooManyRequests');
        return {
          accessVerificationId: tokens().accessToken,
          expiresAt: new Date(now + 600_000),
          resendableAt: new Date(now + 60_000),
        };
      },
      confirm: async (typed) => {
        confirmed.push(typed);
        if (refusal) throw refusal;
      },
      problemOf: (error, step) => ({
        at: step === 'begin' ? 'address' : error instanceof ApiError ? 'code' : 'form',
        message: step === 'begin' ? 'Please wait.' : 'The code is wrong.',
        waitMs: step === 'begin' ? waitMs : undefined,
      }),
    });
    return (
      <CodeForm controls={controls} addressLabel="Email" addressInput={{ type: 'email' }} focusAddress />
    );
  }
  const address = () => page.getByRole('textbox', { name: 'Email' });
  const code = () => page.getByRole('textbox', { name: 'Verification code' });

  beforeEach(async () => {
    begun.length = 0;
    confirmed.length = 0;
    refusal = null;
    waitMs = 0;
    stopClock(new Date(now));
    render(<Form />, { isVisitor: true });
    await expect.element(address()).toHaveFocus();
  });
  const send = async () => {
    await userEvent.fill(address(), 'ada@example.org ');
    await userEvent.keyboard('{Enter}');
    await expect.element(code()).toHaveFocus();
  };

  test('is sent to a valid address only, and its field has the focus', async () => {
    await userEvent.fill(address(), 'ada');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('This is no address.')).toBeVisible();
    await send();
    expect(begun).toEqual(['ada@example.org']);
  });

  test('keeps the pressed button, so that screen readers announce the field, and says once that it was sent', async () => {
    const hint = page.getByText('A confirmation code will be sent.');
    await expect.element(hint).toBeVisible();
    expect(page.getByRole('status').element().textContent).toBe('');
    const pressed = button('Send Code').element();
    await userEvent.fill(address(), 'ada@example.org');
    await userEvent.click(button('Send Code'));
    await expect.element(code()).toHaveFocus();
    expect(button('Confirm').element()).toBe(pressed);
    await expect.element(page.getByRole('status')).toHaveTextContent('A confirmation code has been sent.');
    await expect.element(hint).not.toBeInTheDocument();
  });

  test('is confirmed without spaces; a wrong one returns the focus to the field', async () => {
    await send();
    refusal = new ApiError('AccessNotVerified');
    await userEvent.fill(code(), '123 456');
    await expect.element(code()).toHaveValue('123456');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('The code is wrong.')).toBeVisible();
    await expect.element(code()).toHaveFocus();
    await expect.element(code()).toHaveAttribute('aria-invalid', 'true');
    expect(confirmed.map((typed) => typed.code)).toEqual(['123456']);
  });

  test('that could not be checked keeps its text, and the focus stays on the pressed button', async () => {
    await send();
    refusal = new TypeError('offline');
    await userEvent.fill(code(), '123456');
    await userEvent.click(button('Confirm'));
    await expect.element(page.getByRole('alert')).toHaveTextContent('The code is wrong.');
    await expect.element(code()).toHaveValue('123456');
    await expect.element(code()).not.toHaveAttribute('aria-invalid');
    await expect.element(button('Confirm')).toHaveFocus();
  });

  test('is sent again after a minute, which counts down', async () => {
    await send();
    await expect.element(page.getByText('Resend code in 1:00')).toBeVisible();
    await expect
      .poll(async () => {
        await pass(5000);
        return button('Resend code').query();
      })
      .not.toBeNull();
    expect(Date.now() - now).toBeGreaterThanOrEqual(60_000);
    await userEvent.click(button('Resend code'));
    await expect.poll(() => begun).toHaveLength(2);
  });

  test('that is asked for too early holds back this address until its wait is over, and no other', async () => {
    waitMs = 60_000;
    await userEvent.fill(address(), 'ada@example.org');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(/^Please wait\. Try again in 1:00/)).toBeVisible();
    await expect.element(button('Send Code')).toBeDisabled();
    await expect.element(address()).toHaveValue('ada@example.org');
    await userEvent.fill(address(), 'ben@example.org');
    await expect.element(button('Send Code')).toBeEnabled();
    await userEvent.fill(address(), 'ada@example.org');
    await expect.element(button('Send Code')).toBeDisabled();
    await pass(60_000);
    await expect.element(button('Send Code')).toBeEnabled();
    await userEvent.fill(address(), 'ben@example.org');
    await userEvent.keyboard('{Enter}');
    await expect.element(code()).toBeVisible();
    expect(begun).toEqual(['ada@example.org', 'ben@example.org']);
  });

  test('whose wait counts down is announced once, and again after another attempt', async () => {
    waitMs = 60_000;
    for (let nth = 1; nth <= 2; nth++) {
      await userEvent.fill(address(), 'ada@example.org');
      await userEvent.click(button('Send Code'));
      const error = page.getByText(/^Please wait\. Try again in/);
      await expect.element(error).toBeVisible();
      const live = error.element().closest('[aria-live]');
      // The form moves the focus to the field, whose description speaks.
      await expect.element(address()).toHaveFocus();
      await expect
        .element(address())
        .toHaveAccessibleDescription('Please wait. Try again in 1:00. A confirmation code will be sent.');
      expect(live?.getAttribute('aria-live')).toBe('off');
      const changes: (string | null)[] = [];
      const observer = new MutationObserver((records) =>
        changes.push(...records.map(({ attributeName }) => attributeName)),
      );
      const attributeFilter = ['aria-live', 'aria-describedby'];
      observer.observe(document.body, { subtree: true, attributes: true, attributeFilter });
      await pass(5000);
      // Waiting for an element lets a stopped clock advance a little.
      await expect.element(page.getByText(/^Try again in 5[0-5] s\.$/)).toBeVisible();
      expect(changes).toEqual([]);
      observer.disconnect();
      await pass(60_000);
      await expect.element(error).not.toBeInTheDocument();
    }
    expect(begun).toHaveLength(2);
  });

  test('is empty again after Back, with the address kept', async () => {
    await send();
    await userEvent.fill(code(), '123456');
    await userEvent.click(button('Back'));
    await expect.element(address()).toHaveValue('ada@example.org');
    await expect.element(address()).toHaveFocus();
    await userEvent.click(page.getByRole('button').first());
    await expect.element(code()).toHaveValue('');
  });
});

describe('the offer of a passkey', () => {
  const title = () => page.getByText('Sign in faster next time');
  let offer: () => Promise<void>;
  function Offering() {
    const { runtime, staticData } = useReadySession();
    offer = () => offerPasskey(runtime, staticData);
    return <p>Signed in</p>;
  }
  const show = async (passkeyOrigin: string) => {
    render(<Offering />, { staticData: { passkeyOrigin } });
    await expect.element(page.getByText('Signed in')).toBeVisible();
  };
  const decline = async () => {
    await userEvent.click(button('Not now'));
    await expect.element(title()).not.toBeInTheDocument();
    await expect.poll(isNoticePlaceTaken).toBe(false);
  };

  test('comes after the second sign-in by code, and then not for long', async () => {
    await show(location.origin);
    await offer();
    await expect.element(title()).not.toBeInTheDocument();
    await offer();
    await expect.element(title()).toBeVisible();
    await decline();
    await offer();
    await offer();
    await expect.element(title()).not.toBeInTheDocument();
  });

  test('waits for another notice, and comes with the next sign-in', async () => {
    await show(location.origin);
    await offer();
    const release = takeNoticePlace();
    const before = localStorage.getItem(lastingKeys.passkeyOffer);
    await offer();
    await expect.element(title()).not.toBeInTheDocument();
    expect(localStorage.getItem(lastingKeys.passkeyOffer)).toBe(before);
    release?.();
    await offer();
    await expect.element(title()).toBeVisible();
    await decline();
  });

  test('is not made or counted where passkeys do not work', async () => {
    await show('https://other.test');
    await offer();
    await offer();
    expect(localStorage.getItem(lastingKeys.passkeyOffer)).toBeNull();
    await expect.element(title()).not.toBeInTheDocument();
  });
});

describe('the button of Google', () => {
  let scripts: HTMLScriptElement[];
  const identity = { initialize: vi.fn(), renderButton: vi.fn() };
  const given: (string | undefined)[] = [];
  const place = (clientId = 'client') => (
    <GoogleButton
      clientId={clientId}
      text="signin_with"
      onCredential={(credential) => given.push(credential)}
    />
  );
  const message = () => page.getByText('Failed to initialize Google Sign-In');

  beforeEach(() => {
    scripts = [];
    given.length = 0;
    identity.initialize.mockReset();
    identity.renderButton.mockReset();
    const append = document.head.append.bind(document.head);
    vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
      for (const node of nodes) {
        if (node instanceof HTMLScriptElement && node.src.includes('google')) scripts.push(node);
        else append(node);
      }
    });
  });
  afterEach(() => {
    delete (window as { google?: unknown }).google;
  });

  test('says when its script cannot be loaded, and loads it again at the next visit', async () => {
    for (const problem of ['lost', 'empty']) {
      render(place(), { isVisitor: true });
      await expect.poll(() => scripts).toHaveLength(1);
      if (problem === 'lost') scripts[0]?.onerror?.('lost');
      else scripts[0]?.onload?.(new Event('load'));
      await expect.element(message()).toBeVisible();
      leave();
      scripts = [];
    }
    render(place(), { isVisitor: true });
    await expect.poll(() => scripts).toHaveLength(1);
    leave();
    Object.assign(window, { google: { accounts: { id: identity } } });
    scripts[0]?.onload?.(new Event('load'));
    await new Promise(requestAnimationFrame);
    expect(identity.initialize).not.toHaveBeenCalled();
  });

  test('gives what was signed in with to the form, within the widths that Google has', async () => {
    Object.assign(window, { google: { accounts: { id: identity } } });
    render(<div style={{ width: 1000 }}>{place()}</div>, { isVisitor: true });
    await expect.poll(() => identity.renderButton.mock.calls).toHaveLength(1);
    expect(scripts).toEqual([]);
    expect(identity.renderButton.mock.calls[0]?.[1]).toMatchObject({ text: 'signin_with', width: 400 });
    const { client_id, callback } = identity.initialize.mock.calls[0]?.[0] ?? {};
    expect(client_id).toBe('client');
    callback({ credential: 'token' });
    callback({});
    expect(given).toEqual(['token', undefined]);
    leave();
    render(<div style={{ width: 100 }}>{place()}</div>, { isVisitor: true });
    await expect.poll(() => identity.renderButton.mock.calls.at(-1)?.[1].width).toBe(200);
  });
});
