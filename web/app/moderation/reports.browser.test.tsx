import { ApiError } from '@parlance/contract/errors';
import type { ModeratedPerson, Report } from '@parlance/contract/moderation';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { sampleMessage } from '#test/chat-samples';
import { BanActions } from './ban-actions';
import ReportQueue from './report-queue';
import { RestrictDialog } from './restrict-dialog';

const at = new Date('2026-05-06T07:08:09.000Z');
const idOf = (serial: number) => `00000000-0000-7000-8000-${String(serial).padStart(12, '0')}`;
const profileOf = (serial: number, name: string) => ({
  userId: idOf(serial),
  name,
  description: '',
  profileImageUrl: null,
  createdAt: at,
});
const reportOf = (serial: number, rest: Partial<Report> = {}): Report => ({
  reportId: idOf(serial),
  status: 'open',
  reason: 'spam',
  text: null,
  createdAt: at,
  reporter: profileOf(71, 'Nuria'),
  reported: profileOf(72, 'Mallory'),
  message: sampleMessage(serial),
  context: [],
  reportCount: 1,
  ...rest,
});
const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = () => page.getByRole('dialog');

describe('the queue', () => {
  let held: number;
  beforeEach(() => {
    held = 0;
    server.answer('listReports', () => ({
      count: 25,
      reports: [reportOf(1), reportOf(2, { reportCount: 3 })],
    }));
    server.answer('listCases', () => ({ count: held, cases: [] }));
  });
  const show = (search: string) =>
    render(
      <Routes>
        <Route path="/admin" element={<ReportQueue />} />
      </Routes>,
      { at: `/admin${search}`, user: { isAdmin: true } },
    );
  const target = (name: string) => page.getByRole('link', { name }).element().getAttribute('href');

  test('keeps its kind from page to page, and begins another kind at the first page', async () => {
    const { router } = show('?status=dismissed&page=2');
    await expect.element(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
    expect(target('Next page')).toBe('/admin?status=dismissed&page=3');
    expect(target('Previous page')).toBe('/admin?status=dismissed');
    await userEvent.click(page.getByRole('link', { name: 'Page 3' }));
    await expect.poll(() => router.state.location.search).toBe('?status=dismissed&page=3');
    await expect
      .poll(() => server.payloads('listReports').at(-1))
      .toMatchObject({ status: 'dismissed', offset: 20 });
    const kinds = page.getByRole('navigation', { name: 'Kinds of reports' });
    const current = kinds.getByRole('link', { name: /\(25\)$/ });
    await expect.element(current).toHaveAttribute('aria-current', 'page');
    await userEvent.click(kinds.getByRole('link').first());
    await expect.poll(() => router.state.location.search).toBe('');
    await expect
      .poll(() => server.payloads('listReports').at(-1))
      .toMatchObject({ status: 'open', offset: 0 });
  });

  test('mentions accounts that are held, above open reports only', async () => {
    held = 1;
    const { router } = show('');
    const banner = page.getByText('1 account is held and waits for you.');
    await expect.element(banner).toBeVisible();
    await router.navigate('/admin?status=warned');
    await expect.element(banner).not.toBeInTheDocument();
    // No request outlives the test.
    await expect.poll(() => server.payloads('listReports').at(-1)).toMatchObject({ status: 'warned' });
    await expect.element(page.getByRole('link', { name: /\(25\)$/ })).toBeVisible();
  });
});

describe('a ban', () => {
  const person: ModeratedPerson = {
    profile: profileOf(72, 'Mallory'),
    lastActiveAt: at,
    bannedAt: null,
    bannedFor: null,
    isProtected: false,
    canBeMailed: true,
    reportCount: 1,
    reports: [],
    acts: [],
  } as never;
  const reason = () => dialog().getByRole('textbox', { name: 'Reason' });
  const kind = () => dialog().getByRole('combobox', { name: 'What is the ban for?' });
  const warns = () => dialog().getByRole('checkbox', { name: /^Warn the people they wrote to/ });

  test('needs a reason, keeps it when it is refused, and warns as its kind suggests', async () => {
    server.answer('banUser', () => {
      throw new ApiError('ServerError');
    });
    render(<BanActions person={person} reason="spam" />, { user: { isAdmin: true } });
    await userEvent.click(button('Ban'));
    await expect.element(kind()).toHaveValue('spam');
    await expect.element(warns()).toBeChecked();
    await userEvent.selectOptions(kind(), 'other');
    await expect.element(warns()).not.toBeChecked();
    await userEvent.selectOptions(kind(), 'scam');
    await expect.element(warns()).toBeChecked();
    await userEvent.click(dialog().getByRole('button', { name: 'Ban' }));
    await expect.element(reason()).toHaveAttribute('aria-invalid', 'true');
    expect(server.payloads('banUser')).toEqual([]);
    await userEvent.fill(reason(), ' Sells things ');
    await userEvent.click(dialog().getByRole('button', { name: 'Ban' }));
    await expect.element(dialog().getByRole('alert')).toBeVisible();
    await expect.element(reason()).toHaveValue(' Sells things ');
    expect(server.payloads('banUser')).toEqual([{ reason: 'Sells things', warns: 'scam' }]);
  });

  test('warns nobody where the box is cleared, whatever the kind; Cancel drops the words and returns the focus', async () => {
    render(<BanActions person={person} reason="scam" />, { user: { isAdmin: true } });
    await userEvent.click(button('Ban'));
    await userEvent.click(warns());
    await userEvent.selectOptions(kind(), 'harassment');
    await expect.element(warns()).not.toBeChecked();
    await userEvent.fill(reason(), 'Sells things');
    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(button('Ban')).toHaveFocus();
    await userEvent.click(button('Ban'));
    await expect.element(reason()).toHaveValue('');
  });
});

test('a restriction lasts seven days unless another number is chosen, up to thirty', async () => {
  const days: number[] = [];
  let isOpen = true;
  render(
    <RestrictDialog
      open
      title="Restrict Mallory"
      onClose={() => {
        isOpen = false;
      }}
      onRestrict={async (count) => days.push(count)}
    />,
    { user: { isAdmin: true } },
  );
  const list = page.getByRole('combobox', { name: 'For how long?' });
  await expect.element(list).toHaveValue('7');
  const offered = list.element().querySelectorAll('option');
  expect([offered.length, offered[0]?.textContent, offered[29]?.textContent]).toEqual([
    30,
    '1 day',
    '30 days',
  ]);
  await userEvent.click(button('Restrict'));
  await expect.poll(() => days).toEqual([7]);
  await expect.poll(() => isOpen).toBe(false);
});
