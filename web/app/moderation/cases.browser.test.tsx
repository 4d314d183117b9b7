import type { ContactCase } from '@parlance/contract/contact-cases';
import { ApiError } from '@parlance/contract/errors';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { profileQuery } from '#people/people-queries';
import { useSignedIn } from '#session/signed-in';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import CasesPage from './cases-page';

const at = new Date('2026-05-06T07:08:09.000Z');
const id = (serial: number) => `00000000-0000-7000-8000-0000000000${String(serial).padStart(2, '0')}`;
const held = (serial: number, name: string, rest: Partial<ContactCase> = {}): ContactCase => ({
  caseId: id(serial),
  profile: { userId: id(serial + 50), name, description: '', profileImageUrl: null, createdAt: at },
  state: 'held',
  openedAt: at,
  reviewBy: new Date('2026-05-09T07:08:09.000Z'),
  until: null,
  points: 9,
  counts: { firstContacts: 41, answered: 2, declined: 3, blocked: 4, reported: 5, withContact: 16 },
  reports: [],
  appeal: null,
  ...rest,
});

let open: ContactCase[];
const card = (name: string) => page.getByRole('listitem').filter({ hasText: name });
/** The text of a card, with plain spaces. */
const textOf = (name: string) => card(name).element().textContent?.replaceAll(/\s+/g, ' ') ?? '';
const sent = (name: string) => server.received.filter((call) => call.name === name);

beforeEach(() => {
  open = [held(1, 'Mallory'), held(2, 'Trudy')];
  const close = ({ params }: { params: Record<string, string> }) => {
    open = open.filter(({ caseId }) => caseId !== params.caseId);
    return {};
  };
  server.answer('listCases', () => ({ count: open.length, cases: open }));
  for (const call of ['clearCase', 'restrictCase', 'warnHeld'] as const) server.answer(call, close);
  server.answer('banUser', ({ params }) => {
    open = open.filter(({ profile }) => profile.userId !== params.userId);
    return {};
  });
});

describe('a hold', () => {
  test('shows its numbers, when it becomes a restriction, the reports and the appeal', async () => {
    const appeal = { text: 'I only said hello.', at };
    const reports = [{ reportId: id(9), status: 'open' as const, reason: 'spam' as const, createdAt: at }];
    open = [held(1, 'Mallory', { appeal, reports })];
    render(<CasesPage />, { user: { isAdmin: true } });
    await expect
      .poll(() => textOf('Mallory'))
      .toMatch(/without a decision it becomes a restriction on May 9, 2026/);
    // In the document a number stands behind its name.
    expect(textOf('Mallory')).toContain(
      'First contacts41Answered2Declined3Blocked4Reported5With contact details16',
    );
    await expect.element(page.getByText('I only said hello.')).toBeVisible();
    await expect.element(page.getByText('Asks for a review')).toBeVisible();
    expect(page.getByRole('link', { name: /2026/ }).element().getAttribute('href')).toBe(
      `/admin/report/${id(9)}`,
    );
  });

  test('that lapsed says until when it is restricted', async () => {
    const until = new Date('2026-05-16T07:08:09.000Z');
    open = [held(1, 'Mallory', { state: 'restricted', reviewBy: null, until })];
    render(<CasesPage />, { user: { isAdmin: true } });
    await expect
      .poll(() => textOf('Mallory'))
      .toMatch(/restricted until May 16, 2026, .*, and waiting for a decision/);
  });

  test('is cleared with one press, and leaves the list', async () => {
    render(<CasesPage />, { user: { isAdmin: true } });
    await userEvent.click(card('Mallory').getByRole('button', { name: 'Nothing wrong' }));
    await expect.element(page.getByText('The hold has ended.')).toBeVisible();
    await expect.element(card('Mallory')).not.toBeInTheDocument();
    await expect.element(card('Trudy')).toBeVisible();
    await expect.poll(() => sent('clearCase').map(({ params }) => params.caseId)).toEqual([id(1)]);
  });

  test('that is decided passes the focus on to the next one, then to the heading', async () => {
    render(<CasesPage />, { user: { isAdmin: true } });
    await userEvent.click(card('Mallory').getByRole('button', { name: 'Nothing wrong' }));
    await expect.element(card('Mallory')).not.toBeInTheDocument();
    await expect.element(page.getByRole('link', { name: 'Trudy' })).toHaveFocus();
    await userEvent.click(card('Trudy').getByRole('button', { name: 'Restrict' }));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Restrict' }));
    await expect.element(page.getByText('No account is held.')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Holds' })).toHaveFocus();
  });

  test('is restricted for the chosen days; a refusal keeps the dialog', async () => {
    server.answer('restrictCase', () => {
      throw new ApiError('NotAllowed', { message: 'This case is closed already.' });
    });
    render(<CasesPage />, { user: { isAdmin: true } });
    await userEvent.click(card('Trudy').getByRole('button', { name: 'Restrict' }));
    await userEvent.selectOptions(page.getByLabelText('For how long?'), '30');
    const submit = page.getByRole('dialog').getByRole('button', { name: 'Restrict' });
    await userEvent.click(submit);
    await expect.element(page.getByText('This case is closed already.')).toBeVisible();
    await expect.element(page.getByLabelText('For how long?')).toHaveValue('30');
    await expect
      .poll(() => sent('restrictCase').map(({ params, payload }) => [params.caseId, payload.days]))
      .toEqual([[id(2), 30]]);
  });

  test('is banned with a warning, which is ticked for scam, spam and harassment until the admin decides', async () => {
    render(<CasesPage />, { user: { isAdmin: true } });
    await userEvent.click(card('Mallory').getByRole('button', { name: 'Ban' }));
    const dialog = page.getByRole('dialog');
    const warns = dialog.getByRole('checkbox', { name: /Warn the people they wrote to/ });
    const kind = dialog.getByLabelText('What is the ban for?');
    const ticked: Record<string, boolean> = {};
    for (const reason of ['other', 'spam', 'sexual', 'harassment', 'scam']) {
      await userEvent.selectOptions(kind, reason);
      ticked[reason] = (warns.element() as HTMLInputElement).checked;
    }
    expect(ticked).toEqual({ other: false, spam: true, sexual: false, harassment: true, scam: true });
    await userEvent.type(dialog.getByLabelText('Reason', { exact: true }), 'asked for money');
    await userEvent.click(dialog.getByRole('button', { name: 'Ban', exact: true }));
    await expect.element(page.getByText('The person is banned.')).toBeVisible();
    await expect
      .poll(() => sent('banUser').map(({ payload }) => payload))
      .toEqual([{ reason: 'asked for money', warns: 'scam' }]);
  });

  test('is banned for the reason of its report, unless that was dismissed', async () => {
    const report = (serial: number, status: 'dismissed' | 'open', reason: 'scam' | 'sexual') => ({
      reportId: id(serial),
      status,
      reason,
      createdAt: at,
    });
    open = [held(1, 'Mallory', { reports: [report(8, 'dismissed', 'sexual'), report(9, 'open', 'scam')] })];
    render(<CasesPage />, { user: { isAdmin: true } });
    await userEvent.click(card('Mallory').getByRole('button', { name: 'Ban' }));
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByLabelText('What is the ban for?')).toHaveValue('scam');
    await expect.element(dialog.getByRole('checkbox', { name: /Warn the people/ })).toBeChecked();
  });

  test('is banned without a warning where it is unticked, whatever the reason becomes', async () => {
    render(<CasesPage />, { user: { isAdmin: true } });
    await userEvent.click(card('Mallory').getByRole('button', { name: 'Ban' }));
    const dialog = page.getByRole('dialog');
    await userEvent.selectOptions(dialog.getByLabelText('What is the ban for?'), 'scam');
    await userEvent.click(dialog.getByRole('checkbox', { name: /Warn the people/ }));
    await userEvent.selectOptions(dialog.getByLabelText('What is the ban for?'), 'spam');
    await userEvent.type(dialog.getByLabelText('Reason', { exact: true }), 'x');
    await userEvent.click(dialog.getByRole('button', { name: 'Ban', exact: true }));
    await expect.element(page.getByText('The person is banned.')).toBeVisible();
    await expect.poll(() => sent('banUser').map(({ payload }) => payload)).toEqual([{ reason: 'x' }]);
  });
});

test('a warning ends a hold with the words of the admin; pages are of ten', async () => {
  server.answer('listCases', () => ({ count: 11, cases: open }));
  const { router } = render(<CasesPage />, { at: '/?page=2', user: { isAdmin: true } });
  await userEvent.click(card('Trudy').getByRole('button', { name: 'Warn by email' }));
  const dialog = page.getByRole('dialog');
  await userEvent.click(dialog.getByRole('button', { name: 'Send the warning' }));
  await expect.element(dialog.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
  await userEvent.fill(dialog.getByRole('textbox'), ' Please stop. ');
  await expect.element(dialog.getByRole('textbox')).not.toHaveAttribute('aria-invalid');
  await userEvent.click(dialog.getByRole('button', { name: 'Send the warning' }));
  const warned = () => sent('warnHeld').map(({ params, payload }) => [params.caseId, payload.text]);
  await expect.poll(warned).toEqual([[id(2), 'Please stop.']]);
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(card('Trudy')).not.toBeInTheDocument();
  await expect.poll(() => sent('listCases')[0]?.payload).toEqual({ limit: 10, offset: 10 });
  await userEvent.click(page.getByRole('link', { name: 'Previous page' }));
  await expect.poll(() => router.state.location.pathname + router.state.location.search).toBe('/admin/cases');
  await expect.poll(() => sent('listCases').at(-1)?.payload).toEqual({ limit: 10, offset: 0 });
});

test('without holds it says so', async () => {
  open = [];
  render(<CasesPage />, { user: { isAdmin: true } });
  await expect.element(page.getByText('No account is held.')).toBeVisible();
});

/** A profile that is shown beside the list, as in another part of the screen. */
function ShownProfile({ userId }: { userId: string }) {
  const { runtime, user } = useSignedIn();
  const { data } = useQuery(profileQuery(runtime.calls, user.userId, userId, useQueryClient()));
  return <p>{data?.description}</p>;
}

test('after a decision the profile of the member is read again', async () => {
  let description = 'as it was';
  const { profile } = held(1, 'Mallory');
  server.answer('getProfile', () => ({ ...profile, description, languages: [] }));
  render(
    <>
      <CasesPage />
      <ShownProfile userId={profile.userId} />
    </>,
    { user: { isAdmin: true } },
  );
  await expect.element(page.getByText('as it was')).toBeVisible();
  description = 'as it is now';
  await userEvent.click(card('Mallory').getByRole('button', { name: 'Nothing wrong' }));
  await expect.element(page.getByText('as it is now')).toBeVisible();
});
