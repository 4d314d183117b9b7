import { ApiError } from '@parlance/contract/errors';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PasskeyEntry } from '#access/passkey-entry';
import { SettingsBannersProvider } from '#settings/section/settings-banners';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { AddPasskey } from './add-passkey';
import { PasskeyList } from './passkey-list';

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
  let added = 0;
  const press = () => userEvent.click(page.getByRole('button', { name: 'Add a passkey' }));

  beforeEach(() => {
    added = 0;
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
        <AddPasskey
          onAdded={async () => {
            added += 1;
          }}
        />
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
    server.answer('beginAccessVerification', () => ({
      accessVerificationId: '00000000-0000-7000-8000-000000000601',
      resendableAt: new Date(),
      expiresAt: new Date('2030-01-02T03:04:05.000Z'),
    }));
    server.answer('completeAccessVerification', () => ({ token: 'proof' }));
    server.answer('addPasskey', () => ({
      passkeyId: '00000000-0000-7000-8000-000000000001',
      credentialId: credential.id,
      name: 'Tests',
      createdAt: new Date(),
      lastUsedAt: null,
      isSynced: true,
    }));
    vi.spyOn(signals, 'signalAllAcceptedCredentials').mockResolvedValue();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await userEvent.click(dialog.getByRole('button', { name: 'Send Code' }));
    await userEvent.fill(dialog.getByRole('textbox', { name: 'Verification code' }), '123456');
    await userEvent.click(dialog.getByRole('button', { name: 'Add a passkey' }));
    await expect.element(page.getByText('Passkey added.')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(added).toBe(1);
    await expect
      .poll(() => server.payloads('beginAccessVerification'))
      .toEqual([{ emailOrPhone: 'ada@example.org', type: 'add-passkey' }]);
    await expect
      .poll(() => server.payloads('addPasskey'))
      .toMatchObject([{ token: 'proof', challengeToken: 'token' }]);
    expect(create).toHaveBeenCalledOnce();
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

describe('the list', () => {
  const userHandle = 'AAEC';
  const passkey = (serial: number, name: string) => ({
    passkeyId: `00000000-0000-7000-8000-00000000000${serial}`,
    credentialId: `credential-${serial}`,
    name,
    createdAt: new Date('2026-05-06T07:08:09.000Z'),
    lastUsedAt: null as Date | null,
    isSynced: true,
  });
  let passkeys: ReturnType<typeof passkey>[];
  const remove = async (name: string) => {
    await userEvent.click(page.getByRole('button', { name: `Remove ${name}` }));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Remove' }));
    await expect.element(page.getByText(name)).not.toBeInTheDocument();
  };

  beforeEach(() => {
    passkeys = [passkey(1, 'Laptop'), passkey(2, 'Phone')];
    const account = { rpId: 'parlance.test', userHandle, name: 'ada@example.org', displayName: 'Ada' };
    server.answer('listPasskeys', () => ({ passkeys, account }));
    server.answer('removePasskey', ({ params }) => {
      passkeys = passkeys.filter(({ passkeyId }) => passkeyId !== params.passkeyId);
      return {};
    });
    vi.spyOn(signals, 'signalCurrentUserDetails').mockResolvedValue();
  });

  const show = async () => {
    const tell = vi.spyOn(signals, 'signalAllAcceptedCredentials').mockResolvedValue();
    render(
      <SettingsBannersProvider>
        <PasskeyList />
      </SettingsBannersProvider>,
    );
    await expect.element(page.getByText('Laptop')).toBeVisible();
    return tell;
  };

  test('the list takes the focus only when a row with the focus is gone', async () => {
    await show();
    expect(document.activeElement).toBe(document.body);
    await remove('Laptop');
    await expect.element(page.getByRole('heading', { name: 'Passkeys' })).toHaveFocus();
  });

  test('a passkey is renamed, with a name, and the list and the device learn of it', async () => {
    const tell = await show();
    server.answer('renamePasskey', () => {
      throw new ApiError('ServerError');
    });
    await userEvent.click(page.getByRole('button', { name: 'Rename Phone' }));
    const dialog = page.getByRole('dialog', { name: 'Rename passkey' });
    const name = () => dialog.getByRole('textbox', { name: 'Name' });
    await expect.element(name()).toHaveValue('Phone');
    await expect.element(name()).not.toHaveAttribute('aria-invalid', 'true');
    await userEvent.fill(name(), ' ');
    await expect.element(name()).toHaveAttribute('aria-invalid', 'true');
    await expect.element(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await userEvent.keyboard('{Enter}');
    await userEvent.fill(name(), 'Old phone');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    await expect.element(name()).toHaveValue('Old phone');
    expect(tell.mock.calls).toEqual([]);
    server.answer('renamePasskey', ({ payload }) => {
      const renamed = passkey(2, String(payload.name));
      passkeys = passkeys.with(1, renamed);
      return renamed;
    });
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Passkey renamed.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Rename Old phone' })).toHaveFocus();
    await expect
      .poll(() => server.params('renamePasskey'))
      .toEqual(Array(2).fill({ passkeyId: passkey(2, '').passkeyId }));
    await expect.poll(() => tell.mock.calls).toHaveLength(1);
  });
  test('a removal that fails says so in its dialog and keeps the passkey', async () => {
    await show();
    server.answer('removePasskey', () => {
      throw new ApiError('ServerError');
    });
    await userEvent.click(page.getByRole('button', { name: 'Remove Phone' }));
    const dialog = page.getByRole('dialog', { name: 'Remove passkey?' });
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Keep it' }));
    await expect.element(page.getByRole('button', { name: 'Remove Phone' })).toHaveFocus();
    await expect
      .poll(() => server.params('removePasskey'))
      .toEqual([{ passkeyId: passkey(2, '').passkeyId }]);
  });
  test('a passkey tells when it was used, and whether it is on other devices', async () => {
    passkeys = [
      { ...passkey(1, 'Laptop'), isSynced: false, lastUsedAt: new Date() },
      { ...passkey(2, 'Phone'), createdAt: new Date('2026-05-13T18:30:00Z') },
    ];
    await show();
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await expect
      .element(row('Laptop'))
      .toMatchTextContent(/May 6, 2026 · Last used: Just now.*One device only/);
    // The next day in Kathmandu, where the tests are.
    await expect.element(row('Phone')).toMatchTextContent(/May 14, 2026 · Not used yet.*Synced/);
  });
  test('the device is told which passkeys are left', async () => {
    const tell = await show();
    await remove('Laptop');
    await expect.poll(() => tell.mock.calls).toHaveLength(1);
    expect(tell.mock.calls).toEqual([
      [{ rpId: 'parlance.test', userId: userHandle, allAcceptedCredentialIds: ['credential-2'] }],
    ]);
  });
});
