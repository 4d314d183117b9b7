import { ApiError } from '@parlance/contract/errors';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SettingsBannersProvider } from '#settings/section/settings-banners';
import { server } from '#test/browser/network';
import { ownUser, render } from '#test/browser/render';
import { ChangeAddress } from './change-address';
import { DeleteAccount } from './delete-account';
import { DisconnectButton } from './disconnect-button';
import { ExportButton } from './export-button';

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
    expect(server.payloads('beginAccessVerification')).toEqual([
      { emailOrPhone: 'new@example.org', type: 'update-email' },
    ]);
    expect(server.payloads('completeAccessVerification')).toHaveLength(1);
    expect(server.payloads('updateEmail')).toEqual(
      Array(2).fill({ email: 'new@example.org', token: 'proof' }),
    );
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

  test('can be added where there is none', async () => {
    show('phone');
    await expect.element(page.getByText('Not set')).toBeVisible();
    await userEvent.click(button('Add phone'));
    await expect.element(page.getByRole('dialog', { name: 'Add phone' })).toBeVisible();
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
    expect(server.payloads('beginAccessVerification')).toEqual([
      { emailOrPhone: '+49170123456', type: 'delete-user' },
    ]);
    expect(localStorage.getItem('parlance.refreshToken')).toBeNull();
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
    const until = isChanged ? new Date('2030-05-14T12:00:00Z') : null;
    server.answer('getDeletionProof', () => ({ addresses: [...addresses], until }));
    render(<DeleteAccount />);
    await userEvent.click(button('Delete account'));
    await expect.element(page.getByText(words)).toBeVisible();
    expect(button('Send Code').elements()).toHaveLength(forms);
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
    await userEvent.click(button('Remove'));
    await expect.element(page.getByText('Email address removed.')).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(server.payloads('disconnectWayIn')).toEqual([{ way: 'email' }, { way: 'email' }]);
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
  click.mockRestore();
});
