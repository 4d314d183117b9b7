import type { ContactWarning } from '@parlance/contract/contact';
import { ApiError } from '@parlance/contract/errors';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { setLanguage } from '#test/browser/surroundings';
import { ClosedAccounts } from './closed-accounts';

const id = (serial: number) => `00000000-0000-7000-8000-00000000000${serial}`;
const warningOf = (serial: number, name: string, reason: ContactWarning['reason']): ContactWarning => ({
  warningId: id(serial),
  name,
  reason,
  at: new Date('2026-05-06T07:08:09.000Z'),
});
let unseen: ContactWarning[];
const item = (name: string) => page.getByRole('listitem').filter({ hasText: name });
/** The warnings that were dismissed at the server; the call is sent once its code has loaded. */
const seen = () => server.params('markWarningSeen').map(({ warningId }) => warningId);
const textOf = (name: string) => item(name).element().textContent ?? '';

beforeEach(() => {
  unseen = [warningOf(1, 'Mallory', 'scam'), warningOf(2, 'Trudy', 'other')];
  server.answer('listWarnings', () => ({ warnings: unseen }));
  server.answer('markWarningSeen', ({ params }) => {
    unseen = unseen.filter(({ warningId }) => warningId !== params.warningId);
    return {};
  });
});

test('each closed account is named with its reason until it is dismissed', async () => {
  render(<ClosedAccounts />);
  await expect
    .poll(() => textOf('Mallory'))
    .toContain(
      'An account that wrote to you, Mallory, was closed for a scam or a request for money. If you went on elsewhere, send no money and block them there.',
    );
  expect(textOf('Trudy')).toContain('An account that wrote to you, Trudy, was closed. If');
  await userEvent.click(item('Mallory').getByRole('button', { name: 'Understood' }));
  await expect.element(item('Mallory')).not.toBeInTheDocument();
  await expect.element(item('Trudy')).toBeVisible();
  await userEvent.click(item('Trudy').getByRole('button', { name: 'Understood' }));
  await expect.element(page.getByRole('list')).not.toBeInTheDocument();
  await expect.poll(seen).toEqual([id(1), id(2)]);
});

test('the focus moves to the next one, then to the heading of the chats', async () => {
  render(
    <>
      <h1 id="messages" tabIndex={-1}>
        Messages
      </h1>
      <ClosedAccounts />
    </>,
  );
  const understood = (name: string) => item(name).getByRole('button', { name: 'Understood' });
  await userEvent.click(understood('Mallory'));
  await expect.element(item('Mallory')).not.toBeInTheDocument();
  await expect.element(understood('Trudy')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Messages' })).toHaveFocus();
  await expect.poll(seen).toEqual([id(1), id(2)]);
});

test('one that could not be marked comes back', async () => {
  server.answer('markWarningSeen', () => {
    throw new ApiError('ServerError');
  });
  render(<ClosedAccounts />);
  await userEvent.click(item('Mallory').getByRole('button', { name: 'Understood' }));
  await expect.element(page.getByText('Something went wrong. Please try again later.').first()).toBeVisible();
  await expect.poll(() => server.received.filter(({ name }) => name === 'listWarnings').length).toBe(2);
  await expect.element(item('Mallory')).toBeVisible();
});

test('the reason stands on its own where a language would inflect it', async () => {
  await setLanguage('de');
  render(<ClosedAccounts />);
  await expect.poll(() => textOf('Mallory')).toContain('Grund: Betrug oder eine Bitte um Geld.');
});
