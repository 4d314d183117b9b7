import { ApiError } from '@parlance/contract/errors';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PasskeyEntry } from '#access/passkey-entry';
import { SettingsBannersProvider } from '#settings/section/settings-banners';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { AddPasskey } from './add-passkey';

const minuteMs = 60_000;
const challenge = 'AAECAwQFBgcICQoLDA0ODw';
const credential = { id: 'bmV3', rawId: 'bmV3', type: 'public-key' };
const answerWith = (response: Record<string, string>) =>
  ({ toJSON: () => ({ ...credential, response }) }) as unknown as PublicKeyCredential;
const refuse = () => {
  throw new ApiError('AccessNotVerified');
};
const signals = PublicKeyCredential as unknown as Record<string, () => Promise<void>>;

afterEach(() => vi.restoreAllMocks());

describe('signing in', () => {
  const enter = async (waitedMs: number) => {
    const forget = vi.spyOn(signals, 'signalUnknownCredential').mockResolvedValue();
    vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(false);
    vi.spyOn(navigator.credentials, 'get').mockImplementation(async () => {
      // The computer sleeps: the clock goes on, timers and performance.now() do not.
      const later = Date.now() + waitedMs;
      vi.spyOn(Date, 'now').mockReturnValue(later);
      return answerWith({ clientDataJSON: '', authenticatorData: '', signature: '' });
    });
    server.answer('beginPasskeySignIn', () => ({
      challengeToken: 'token',
      options: { challenge, rpId: location.hostname, timeout: 1000, userVerification: 'required' },
    }));
    server.answer('authenticate', refuse);
    const onProblem = vi.fn();
    render(<PasskeyEntry onProblem={onProblem} />);
    await userEvent.click(page.getByRole('button', { name: 'Sign in with a passkey' }));
    await expect.poll(() => onProblem.mock.lastCall?.[0]).toMatch(/^This passkey could not be confirmed/);
    return forget.mock.calls;
  };

  test('a passkey that the server refuses leaves the device', async () => {
    expect(await enter(0)).toEqual([[{ rpId: location.hostname, credentialId: credential.id }]]);
  });

  test('one whose challenge expired while the computer slept stays', async () => {
    expect(await enter(10 * minuteMs)).toEqual([]);
  });
});

describe('adding', () => {
  const userHandle = 'AAEC';
  let needsCode: boolean;
  const press = () => userEvent.click(page.getByRole('button', { name: 'Add a passkey' }));

  beforeEach(() => {
    server.answer('beginPasskey', () => ({
      challengeToken: 'token',
      needsCode,
      options: {
        challenge,
        rp: { id: location.hostname, name: 'Parlance' },
        user: { id: userHandle, name: 'ada@example.org', displayName: 'Ada' },
        pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
        timeout: 1000,
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: [],
      },
    }));
    server.answer('listPasskeys', () => ({
      passkeys: [],
      account: { rpId: location.hostname, userHandle, name: 'ada@example.org', displayName: 'Ada' },
    }));
  });

  const show = () => {
    const create = vi
      .spyOn(navigator.credentials, 'create')
      .mockResolvedValue(answerWith({ clientDataJSON: '', attestationObject: '' }));
    render(
      <SettingsBannersProvider>
        <AddPasskey onAdded={() => Promise.resolve()} />
      </SettingsBannersProvider>,
    );
    return create;
  };

  test('asks for the code before the device makes a passkey', async () => {
    needsCode = true;
    const create = show();
    await press();
    await expect.element(page.getByRole('button', { name: 'Send Code' })).toBeVisible();
    expect(create).not.toHaveBeenCalled();
  });

  test('a passkey that the server refuses does not stay on the device', async () => {
    needsCode = false;
    const tell = vi.spyOn(signals, 'signalAllAcceptedCredentials').mockResolvedValue();
    server.answer('addPasskey', refuse);
    show();
    await press();
    await expect.element(page.getByRole('alert')).toBeVisible();
    expect(tell.mock.calls).toEqual([
      [{ rpId: location.hostname, userId: userHandle, allAcceptedCredentialIds: [] }],
    ]);
  });
});
