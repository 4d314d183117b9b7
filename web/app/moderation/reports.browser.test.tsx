import { ApiError } from '@parlance/contract/errors';
import type { ModeratedPerson, Report } from '@parlance/contract/moderation';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { sampleMessage } from '#test/chat-samples';
import AdminLayout from './admin-layout';
import AdminPages from './admin-pages';
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

  test('shows nothing of one kind as another while that is loading', async () => {
    show('');
    const kinds = page.getByRole('navigation', { name: 'Kinds of reports' });
    await expect.element(kinds.getByRole('link', { name: /\(25\)$/ })).toBeVisible();
    const dismissed = Promise.withResolvers<{ count: number; reports: Report[] }>();
    server.answer('listReports', () => dismissed.promise);
    await userEvent.click(kinds.getByRole('link', { name: 'Dismissed' }));
    await expect.poll(() => server.payloads('listReports').at(-1)).toMatchObject({ status: 'dismissed' });
    await expect.element(kinds.getByRole('link', { name: /\(25\)$/ })).not.toBeInTheDocument();
    dismissed.resolve({ count: 3, reports: [reportOf(5, { status: 'dismissed' })] });
    await expect.element(kinds.getByRole('link', { name: 'Dismissed (3)' })).toBeVisible();
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
    await expect.poll(() => server.payloads('banUser')).toEqual([{ reason: 'Sells things', warns: 'scam' }]);
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

describe('the pages of an admin', () => {
  const mallory = profileOf(72, 'Mallory');
  const person: ModeratedPerson = {
    profile: mallory,
    lastActiveAt: null,
    bannedAt: null,
    bannedFor: null,
    isProtected: false,
    canBeMailed: true,
    reportCount: 2,
    reportsMade: 4,
    reports: [
      { reportId: idOf(1), status: 'open', reason: 'scam', createdAt: at },
      {
        reportId: idOf(2),
        status: 'dismissed',
        reason: null,
        createdAt: new Date('2026-05-05T07:08:09.000Z'),
      },
    ],
    acts: [],
  };
  let report: Report;
  let shownPerson: ModeratedPerson;

  beforeEach(() => {
    report = reportOf(1);
    shownPerson = person;
    server.answer('getReport', () => report);
    server.answer('getModeratedPerson', () => shownPerson);
    server.answer('listCases', () => ({ count: 0, cases: [] }));
  });
  const show = (path: string, user: { isAdmin?: boolean } = { isAdmin: true }) =>
    render(
      <Routes>
        <Route path="/admin" element={<AdminLayout />}>
          <Route index element={<AdminPages />} />
          <Route path="report/:reportId" element={<AdminPages />} />
          <Route path="user/:userId" element={<AdminPages />} />
          <Route path="*" element={<AdminPages />} />
        </Route>
      </Routes>,
      { at: path, user },
    );
  const tab = (name: string | RegExp) =>
    page.getByRole('navigation', { name: 'Moderation' }).getByRole('link', { name });
  const reportPath = `/admin/report/${idOf(1)}`;
  const waitForPerson = () => expect.element(page.getByRole('region', { name: 'Account' })).toBeVisible();

  test('are closed to others, who cause no request', async () => {
    show('/admin', { isAdmin: false });
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toMatchTextContent(/^You don't have permission/);
    expect(server.received.filter(({ name }) => name === 'listCases')).toEqual([]);
  });

  test('say how many accounts are held, and which page is open', async () => {
    server.answer('listCases', () => ({ count: 12, cases: [] }));
    server.answer('listAudit', () => ({
      count: 21,
      entries: [
        {
          auditId: idOf(5),
          createdAt: at,
          adminUserId: null,
          action: 'ban',
          userId: mallory.userId,
          user: mallory,
          reason: 'Sold things',
        },
      ],
    }));
    const { router } = show('/admin/audit?page=2');
    await expect.element(tab('Holds (12)')).toHaveAttribute('href', '/admin/cases');
    await expect.element(tab('Audit trail')).toHaveAttribute('aria-current', 'page');
    await expect.element(tab('Reports')).not.toHaveAttribute('aria-current');
    await expect.element(page.getByText('Banned: Mallory')).toBeVisible();
    await expect.element(page.getByText('The operator, from the command line')).toBeVisible();
    await expect.poll(() => server.payloads('listAudit')).toEqual([{ limit: 20, offset: 20 }]);
    expect(page.getByRole('link', { name: 'Previous page' }).element().getAttribute('href')).toBe(
      '/admin/audit',
    );
    await router.navigate(reportPath);
    await expect.element(tab('Reports')).toHaveAttribute('aria-current', 'page');
    await waitForPerson();
  });

  test('an empty audit trail and one that could not be read say so', async () => {
    server.answer('listAudit', () => {
      throw new ApiError('ServerError');
    });
    show('/admin/audit');
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent(/^The audit trail could not be loaded\./);
    server.answer('listAudit', () => ({ count: 0, entries: [] }));
    await userEvent.click(button('Try again'));
    await expect.element(page.getByText('There are no entries yet.')).toBeVisible();
  });

  test('a report shows the messages in order, the reported one last, each by its writer', async () => {
    const [first, second] = [
      sampleMessage(1, { fromUserId: idOf(71), toUserId: idOf(72), content: 'Hello?' }),
      sampleMessage(2, { fromUserId: idOf(72), toUserId: idOf(71), content: 'Buy this' }),
    ];
    report = reportOf(1, {
      message: sampleMessage(3, {
        fromUserId: idOf(72),
        toUserId: idOf(71),
        content: 'Buy it now',
        corrects: { chatMessageId: first.chatMessageId, kind: 'mistake', note: 'No question' },
      }),
      context: [second, first],
      text: 'He sells things',
    });
    show(reportPath);
    const messages = page.getByRole('region', { name: 'The message and what came before' });
    await expect
      .poll(() =>
        messages
          .getByRole('listitem')
          .elements()
          .map((item) => item.textContent?.replace(/May \d+, 2026, \d+:\d+\s[AP]M/, ' ')),
      )
      .toEqual([
        'Nuria Hello?',
        'Mallory Buy this',
        'Mallory Buy it nowA correction of: Hello?Note: No questionReported',
      ]);
    await expect.element(page.getByText('He sells things')).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Report about Mallory');
    await waitForPerson();
  });

  test('a report of somebody who has left says what is gone with the account', async () => {
    report = reportOf(1, { reporter: null });
    show(reportPath);
    await expect.element(page.getByText(/reported by somebody who has left on/)).toBeVisible();
    await expect
      .element(page.getByText('What the reporter wrote was deleted with their account.'))
      .toBeVisible();
    await waitForPerson();
  });

  test('the history marks the report that is shown, and leads to the others', async () => {
    show(reportPath);
    const history = page.getByRole('region', { name: 'History' });
    await expect.element(history.getByText('This report')).toBeVisible();
    expect(
      history
        .getByRole('link')
        .elements()
        .map((link) => link.getAttribute('href')),
    ).toEqual([`/admin/report/${idOf(2)}`]);
    await expect.element(history.getByText(/No reason given \(Dismissed\)/)).toBeVisible();
  });

  test('an open report is dismissed, and then offers no act that closes it', async () => {
    server.answer('dismissReport', () => {
      report = { ...report, status: 'dismissed', resolvedAt: at };
      return {};
    });
    show(reportPath);
    await waitForPerson();
    await userEvent.click(button('Dismiss'));
    await expect.element(page.getByRole('heading', { name: 'This report is closed' })).toBeVisible();
    await expect.poll(() => server.params('dismissReport')).toEqual([{ reportId: idOf(1) }]);
    expect([button('Dismiss').query(), button('Warn by email').query()]).toEqual([null, null]);
    await expect.element(button('Ban')).toBeVisible();
  });

  test('an act that fails says so and changes nothing', async () => {
    server.answer('dismissReport', () => {
      throw new ApiError('NotAllowed', { message: 'Another admin has closed it.' });
    });
    show(reportPath);
    await userEvent.click(button('Dismiss'));
    await expect.element(page.getByRole('alert')).toHaveTextContent('Another admin has closed it.');
    await expect.element(button('Dismiss')).toBeEnabled();
    await waitForPerson();
  });

  test('a person is warned in the words of the admin, which is not offered without an address', async () => {
    server.answer('warnReported', () => ({}));
    show(reportPath);
    await userEvent.click(button('Warn by email'));
    await userEvent.fill(dialog().getByRole('textbox'), ' Please stop. ');
    await userEvent.click(button('Send the warning'));
    await expect.element(page.getByText('The warning is being sent.')).toBeVisible();
    expect([server.params('warnReported'), server.payloads('warnReported')]).toEqual([
      [{ reportId: idOf(1) }],
      [{ text: 'Please stop.' }],
    ]);
  });

  test.each([
    ['without an address', { canBeMailed: false }, ['Dismiss', 'Ban'], true],
    ['who is an admin', { isProtected: true, canBeMailed: false }, ['Dismiss'], false],
    [
      'who is banned',
      { bannedAt: at, bannedFor: 'Sold things' },
      ['Dismiss', 'Warn by email', 'Lift the ban'],
      false,
    ],
  ])('a person %s gets the acts that are possible', async (_case, changes, acts, isUnreachable) => {
    shownPerson = { ...person, ...changes };
    show(reportPath);
    await waitForPerson();
    const actions = page.getByRole('region', { name: 'What should happen?' });
    expect(
      actions
        .getByRole('button')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(acts);
    expect(page.getByText(/^This person has no email address/).query() !== null).toBe(isUnreachable);
  });

  test('a profile that was reported shows what it was, and removes what it shows now', async () => {
    server.answer('removeReported', () => ({}));
    report = reportOf(1, {
      reported: { ...mallory, description: 'New words', profileImageUrl: '/media/1.jpg' },
      profile: { about: 'picture', name: 'Mallory', description: 'Old words', pictureUrl: null },
    });
    show(reportPath);
    await expect.element(page.getByText('Old words')).toBeVisible();
    await expect.element(page.getByText('The words of the profile have changed since.')).toBeVisible();
    await userEvent.click(button('Remove the words'));
    await expect.element(page.getByText('The words were removed.')).toBeVisible();
    await userEvent.click(button('Remove the picture'));
    await expect.element(page.getByText('The picture was removed.')).toBeVisible();
    await expect
      .poll(() => server.payloads('removeReported'))
      .toEqual([{ what: 'words' }, { what: 'picture' }]);
    await waitForPerson();
  });

  test.each([
    ['name', '', ['Remove the words']],
    ['description', '', []],
    ['description', 'New words', ['Remove the words']],
  ] as const)(
    'of a profile reported for its %s, now with the description “%s”',
    async (about, description, acts) => {
      report = reportOf(1, {
        reported: { ...mallory, description },
        profile: { about, name: 'Mallory', description, pictureUrl: null },
      });
      show(reportPath);
      await waitForPerson();
      expect(
        page
          .getByRole('button', { name: /^Remove/ })
          .elements()
          .map(({ textContent }) => textContent),
      ).toEqual(acts);
      expect(page.getByText('The words of the profile have changed since.').query()).toBeNull();
    },
  );

  test('thanks and sessions that were reported are shown in place of messages', async () => {
    report = reportOf(1, {
      thanks: { thanksId: idOf(9), words: ['patience'], text: 'Call me', givenAt: at, isThere: true },
    });
    const { router } = show(reportPath);
    await expect.element(page.getByText('Call me')).toBeVisible();
    await expect.element(button('Remove the thanks')).toBeVisible();
    expect(page.getByText('They are no longer on any profile.').query()).toBeNull();
    const note = { noteId: idOf(8), userId: idOf(72), createdAt: at };
    report = reportOf(2, {
      session: {
        scheduleSlotId: idOf(9),
        startsAt: at,
        endsAt: at,
        togetherMs: 89_000,
        notes: [
          { ...note, kind: 'word', text: 'Brot', better: null },
          { ...note, noteId: idOf(7), kind: 'correction', text: 'der Brot', better: 'das Brot' },
        ],
      },
    });
    await router.navigate(`/admin/report/${idOf(2)}`);
    await expect.element(page.getByText(/^Session of .*, 1 minute when it was reported$/)).toBeVisible();
    await expect.element(page.getByText('der Brot → das Brot')).toBeVisible();
    expect(page.getByRole('heading', { name: 'The message and what came before' }).query()).toBeNull();
    await waitForPerson();
  });

  test('what was deleted is said, and leads back to the reports', async () => {
    server.answer('getModeratedPerson', () => {
      throw new ApiError('UserNotFound');
    });
    show(`/admin/user/${idOf(72)}`);
    await expect.element(page.getByRole('heading', { name: 'This no longer exists' })).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Back to the reports' }))
      .toHaveAttribute('href', '/admin');
  });

  test('a person has a summary and what was done; a ban is lifted', async () => {
    server.answer('unbanUser', () => {
      shownPerson = person;
      return {};
    });
    shownPerson = { ...person, bannedAt: at, bannedFor: 'Sold things', reportCount: 0, reports: [] };
    show(`/admin/user/${idOf(72)}`);
    const summary = page.getByRole('region', { name: 'Account' });
    await expect.element(summary.getByText('Sold things')).toBeVisible();
    await expect.element(summary.getByText('Never reported')).toBeVisible();
    await expect.element(page.getByText('Nothing has happened so far.')).toBeVisible();
    await userEvent.click(button('Lift the ban'));
    await expect.element(button('Ban')).toBeVisible();
    await expect.element(summary.getByText('Reported 2 times')).toBeVisible();
    await expect.poll(() => server.params('unbanUser')).toEqual([{ userId: idOf(72) }]);
    expect(summary.getByText('Sold things').query()).toBeNull();
  });
});
