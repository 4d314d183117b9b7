import { ApiError } from '@parlance/contract/errors';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SettingsBannersProvider } from '#settings/section/settings-banners';
import { server } from '#test/browser/network';
import { ownUser, render } from '#test/browser/render';
import { stopClock } from '#test/browser/surroundings';
import { ChangeAddress } from './change-address';
import { DeleteAccount } from './delete-account';
import { DisconnectButton } from './disconnect-button';
import { ExportButton } from './export-button';
import { GoogleConnection } from './google-connection';

const verificationId = '00000000-0000-7000-8000-000000000601';
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const code = () => page.getByRole('textbox', { name: 'Verification code' });

beforeEach(() => {
  server.answer('beginAccessVerification', () => ({
    accessVerificationId: verificationId,
    resendableAt: new Date(),
    expiresAt: new Date('2030-01-02T03:04:05.000Z'),
  }));
  server.answer('completeAccessVerification', () => ({ token: 'proof' }));
});

describe('another address', () => {
  const show = (kind: 'email' | 'phone') =>
    render(
      <SettingsBannersProvider>
        <dl>
          <ChangeAddress kind={kind} />
        </dl>
      </SettingsBannersProvider>,
    );
  const field = () => page.getByRole('textbox', { name: 'New email' });

  test('is stored after its code; a step that failed after the code is repeated with the same proof', async () => {
    server.answer('updateEmail', () => {
      throw new ApiError('ServerError');
    });
    show('email');
    await userEvent.click(button('Change email'));
    await expect.element(field()).toHaveFocus();
    await userEvent.fill(field(), 'new@example.org');
    await userEvent.click(button('Send Code'));
    await userEvent.fill(code(), '123456');
    await userEvent.click(button('Confirm'));
    await expect.element(dialog().getByRole('alert').first()).toBeVisible();
    server.answer('updateEmail', () => ({}));
    await userEvent.click(button('Confirm'));
    await expect.element(page.getByText('Email address changed.')).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect
      .poll(() => server.payloads('beginAccessVerification'))
      .toEqual([{ emailOrPhone: 'new@example.org', type: 'update-email' }]);
    await expect.poll(() => server.payloads('completeAccessVerification')).toHaveLength(1);
    await expect
      .poll(() => server.payloads('updateEmail'))
      .toEqual(Array(2).fill({ email: 'new@example.org', token: 'proof' }));
  });

  test('that another account has is said at the address, which is asked for again', async () => {
    server.answer('updateEmail', () => {
      throw new ApiError('EmailTaken');
    });
    show('email');
    await userEvent.click(button('Change email'));
    await userEvent.fill(field(), 'new@example.org');
    await userEvent.click(button('Send Code'));
    await userEvent.fill(code(), '123456');
    await userEvent.click(button('Confirm'));
    await expect.element(field()).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field()).toHaveFocus();
    await expect.element(code()).not.toBeInTheDocument();
  });

  test('can be added where there is none, and is shown also where the account cannot be read again', async () => {
    server.answer('updatePhone', () => ({}));
    show('phone');
    await expect.element(page.getByText('Not set')).toBeVisible();
    await userEvent.click(button('Add phone'));
    await expect.element(page.getByRole('dialog', { name: 'Add phone' })).toBeVisible();
    const phone = () => page.getByRole('textbox', { name: 'New phone number' });
    await userEvent.fill(phone(), '12');
    await userEvent.click(button('Send Code'));
    await expect.element(phone()).toHaveAttribute('aria-invalid', 'true');
    expect(server.payloads('beginAccessVerification')).toEqual([]);
    await userEvent.fill(phone(), '+49170123456');
    await userEvent.click(button('Send Code'));
    await userEvent.fill(code(), '123456');
    server.answer('getUser', () => {
      throw new ApiError('ServerError');
    });
    await userEvent.click(button('Confirm'));
    await expect.element(page.getByText('Phone number changed.')).toBeVisible();
    await expect.element(page.getByText('+49170123456', { exact: true })).toBeVisible();
    await expect.element(button('Change phone')).toBeVisible();
    await expect
      .poll(() => server.payloads('beginAccessVerification'))
      .toEqual([{ emailOrPhone: '+49170123456', type: 'update-phone' }]);
    await expect
      .poll(() => server.payloads('updatePhone'))
      .toEqual([{ phone: '+49170123456', token: 'proof' }]);
  });
});

describe('the deletion of the account', () => {
  test('needs a code at one of the addresses, and is done once', async () => {
    server.answer('getDeletionProof', () => ({
      addresses: ['ada@example.org', '+49170123456'],
      until: null,
    }));
    server.answer('deleteUser', () => ({}));
    render(<DeleteAccount />);
    await userEvent.click(button('Delete account'));
    const address = () => dialog().getByRole('textbox', { name: /^(Email|Phone)$/ });
    await expect.element(address()).toHaveValue('ada@example.org');
    await expect.element(address()).toHaveAttribute('readonly');
    await userEvent.click(button('Send the code to +49170123456 instead'));
    await expect.element(address()).toHaveValue('+49170123456');
    await userEvent.click(button('Send Code'));
    await userEvent.fill(code(), '123456');
    expect(server.payloads('deleteUser')).toEqual([]);
    await userEvent.click(dialog().getByRole('button', { name: 'Delete account' }));
    await expect.poll(() => server.payloads('deleteUser')).toEqual([{ token: 'proof' }]);
    await expect
      .poll(() => server.payloads('beginAccessVerification'))
      .toEqual([{ emailOrPhone: '+49170123456', type: 'delete-user' }]);
    await expect.element(page.getByText('Your account has been deleted.')).toBeVisible();
    expect(localStorage.getItem('parlance.refreshToken')).toBeNull();
  });
  test('asks anew each time which addresses can confirm it, and again after a failure', async () => {
    server.answer('getDeletionProof', () => {
      throw new ApiError('ServerError');
    });
    render(<DeleteAccount />);
    await userEvent.click(button('Delete account'));
    await expect.element(dialog().getByRole('alert')).toBeVisible();
    server.answer('getDeletionProof', () => ({ addresses: ['ada@example.org'], until: null }));
    await userEvent.click(button('Try again'));
    const address = () => dialog().getByRole('textbox', { name: /^(Email|Phone)$/ });
    await expect.element(address()).toHaveValue('ada@example.org');
    await expect.element(page.getByRole('button', { name: /instead$/ })).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    // An address was changed meanwhile: the code must not go to it as long as that can be undone.
    const asked = Promise.withResolvers<{ addresses: string[]; until: null }>();
    server.answer('getDeletionProof', () => asked.promise);
    await userEvent.click(button('Delete account'));
    await expect.element(dialog()).toBeVisible();
    expect(page.getByRole('textbox', { name: /^(Email|Phone)$/ }).query()).toBeNull();
    asked.resolve({ addresses: ['before@example.org'], until: null });
    await expect.element(address()).toHaveValue('before@example.org');
  });

  test.each([
    [
      'without an address and after a change',
      [],
      true,
      /^How you sign in was changed recently\. To protect you/,
      0,
    ],
    [
      'with an address from before a change',
      ['ada@example.org'],
      true,
      /^How you sign in was changed recently\. Until/,
      1,
    ],
    ['without any address', [], false, /^Your account has no address/, 0],
  ])('%s says what is possible', async (_case, addresses, isChanged, words, forms) => {
    const until = isChanged ? new Date('2030-05-14T18:30:00Z') : null;
    server.answer('getDeletionProof', () => ({ addresses: [...addresses], until }));
    render(<DeleteAccount />);
    await userEvent.click(button('Delete account'));
    await expect.element(page.getByText(words)).toBeVisible();
    expect(button('Send Code').elements()).toHaveLength(forms);
    // One reason, with the day of the reader: the next one in Kathmandu, where the tests are.
    expect(page.getByText(/^Your account has no address/).elements()).toHaveLength(isChanged ? 0 : 1);
    expect(page.getByText(/May 15, 2030.* 12:15/).elements()).toHaveLength(isChanged ? 1 : 0);
  });
});

describe('a way to sign in', () => {
  const show = (user: Partial<typeof ownUser>) =>
    render(
      <SettingsBannersProvider>
        <h1>Settings</h1>
        <DisconnectButton way="email" />
      </SettingsBannersProvider>,
      { user: { ...ownUser, ...user } },
    );

  test('is removed after a question; a failure says so and is forgotten with the dialog', async () => {
    server.answer('disconnectWayIn', () => {
      throw new ApiError('ServerError');
    });
    show({ phone: '+49170123456' });
    await userEvent.click(button('Remove email'));
    await userEvent.click(button('Remove'));
    await expect.element(dialog().getByRole('alert')).toBeVisible();
    await userEvent.click(button('Keep it'));
    await expect.element(dialog()).not.toBeInTheDocument();
    await userEvent.click(button('Remove email'));
    await expect.element(dialog()).toBeVisible();
    expect(dialog().getByRole('alert').query()).toBeNull();
    server.answer('disconnectWayIn', () => ({}));
    // Shown as removed also where the account cannot be read again.
    server.answer('getUser', () => {
      throw new ApiError('ServerError');
    });
    await userEvent.click(button('Remove'));
    await expect.element(page.getByText('Email address removed.')).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(button('Remove email')).not.toBeInTheDocument();
    await expect.poll(() => server.payloads('disconnectWayIn')).toEqual([{ way: 'email' }, { way: 'email' }]);
  });

  test('that is the only one cannot be removed', async () => {
    show({});
    await expect.element(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    expect(page.getByRole('button').elements()).toEqual([]);
  });
});

test('the data of the account is downloaded as a file with the day in its name', async () => {
  const names: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  server.answer('exportUser', () => {
    throw new ApiError('ServerError');
  });
  render(
    <SettingsBannersProvider>
      <ExportButton />
    </SettingsBannersProvider>,
  );
  await userEvent.click(button('Download my data'));
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(names).toEqual([]);
  await expect.element(button('Download my data')).toBeEnabled();
  const files: Blob[] = [];
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:file';
  });
  const freed = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  const exported = { exportedAt: '2026-05-06T07:08:09.000Z' };
  server.answer('exportUser', () => exported);
  stopClock('2026-05-06T23:59:00Z');
  await userEvent.click(button('Download my data'));
  await expect.element(page.getByText('Your data has been downloaded.')).toBeVisible();
  expect(names).toEqual(['parlance-export-2026-05-06.json']);
  expect(JSON.parse((await files[0]?.text()) ?? '')).toEqual(exported);
  expect(freed.mock.calls).toEqual([['blob:file']]);
  made.mockRestore();
  freed.mockRestore();
  click.mockRestore();
});

test('a Google account is connected by its token, and without one that is said', async () => {
  let tell: (answer: { credential?: string }) => void = () => undefined;
  const google = {
    accounts: {
      id: {
        initialize: ({ callback }: { callback: typeof tell }) => {
          tell = callback;
        },
        renderButton: () => undefined,
      },
    },
  };
  const append = vi.spyOn(document.head, 'append').mockImplementation((script) => {
    Object.assign(window, { google });
    (script as HTMLScriptElement).onload?.(new Event('load'));
  });
  onTestFinished(() => {
    append.mockRestore();
    delete (window as { google?: unknown }).google;
  });
  const initialize = vi.spyOn(google.accounts.id, 'initialize');
  server.answer('connectGoogle', () => ({}));
  render(
    <SettingsBannersProvider>
      <dl>
        <GoogleConnection clientId="client" />
      </dl>
    </SettingsBannersProvider>,
    { staticData: { googleClientId: 'client' } },
  );
  await expect.poll(() => initialize.mock.calls.length).toBe(1);
  tell({});
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(server.payloads('connectGoogle')).toEqual([]);
  server.answer('getUser', () => ({ ...ownUser, googleUserId: 'google' }));
  tell({ credential: 'token' });
  await expect.element(page.getByText('Google account connected.')).toBeVisible();
  await expect.element(page.getByText('Connected', { exact: true })).toBeVisible();
  await expect.element(button('Disconnect Google')).toBeVisible();
  await expect.poll(() => server.payloads('connectGoogle')).toEqual([{ googleIdentityToken: 'token' }]);
});
