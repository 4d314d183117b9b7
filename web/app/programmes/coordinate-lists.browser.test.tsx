import type { ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import type { getRound, RoundPair } from '@parlance/contract/programme-rounds';
import type { Programme } from '@parlance/contract/programmes';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '#lib/query-client';
import { server } from '#test/browser/network';
import {
  at,
  coordinatorView,
  idOf,
  pairOf,
  programmeSample,
  roundId,
  studentOf,
} from '#test/browser/programme-samples';
import { coordinatorAddress, emptyOverview, showCoordinator as show } from '#test/browser/programme-screens';
import { leave } from '#test/browser/render';
import { setLanguage } from '#test/browser/surroundings';

let programme: Programme;
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });

/** Answers with a round of many pairs and unmatched students, cut into pages as the server does. */
function answerRound(counts: { pairs: number; left: number }, publishedAt: Date | null = null) {
  const pairs = Array.from(
    { length: counts.pairs },
    (_, one): RoundPair => pairOf(1000 + 2 * one, 'Ana', 'Bo'),
  );
  const left = Array.from({ length: counts.left }, (_, one) => ({
    student: { userId: idOf(3000 + one), name: 'Omar' },
    reason: { kind: 'taken' as const, count: 3, reach: 0, hours: [], languageCodes: [] },
  }));
  const round: ResultOf<typeof getRound>['round'] = {
    roundId,
    state: 'done',
    madeAt: at,
    publishedAt,
    isOutdated: false,
    isOptimal: true,
    numbers: { students: 2 * counts.pairs + counts.left, ...counts, score: 0 },
  };
  server.answer('listRounds', () => ({ count: 1, rounds: [round] }));
  server.answer('getRound', ({ payload: { limit = 10, offset = 0 } }) => ({
    round,
    pairs: pairs.slice(Number(offset), Number(offset) + Number(limit)),
    left: left.slice(Number(offset), Number(offset) + Number(limit)),
    locked: [],
    apart: [],
  }));
}

beforeEach(() => {
  programme = programmeSample;
  server.answer('getProgramme', () => coordinatorView(programme));
  server.answer('listStudents', () => ({ count: 0, students: [] }));
});

const cells = () =>
  [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );

describe('the lists of a round', () => {
  test('share the pages, and a list without rows on the page has no heading', async () => {
    answerRound({ pairs: 60, left: 3 });
    show('/matching');
    await expect.element(heading('Without a partner')).toBeVisible();
    await link('Page 2').click();
    await expect.element(heading('Without a partner')).not.toBeInTheDocument();
    await expect.element(heading('Proposed pairs')).toBeVisible();
    await expect.poll(() => page.getByText('Ana and Bo').all()).toHaveLength(10);
  });

  test('on the last pages of many unmatched students no pairs are announced, nor denied', async () => {
    answerRound({ pairs: 1, left: 60 });
    show('/matching');
    await link('Page 2').click();
    await expect.element(heading('Proposed pairs')).not.toBeInTheDocument();
    await expect.element(heading('Without a partner')).toBeVisible();
    await expect.element(page.getByText('No two students fit together.')).not.toBeInTheDocument();
  });

  test('call published pairs no longer proposed', async () => {
    answerRound({ pairs: 1, left: 0 }, at);
    show('/matching');
    await expect.element(heading('Pairs')).toBeVisible();
    await expect.element(heading('Proposed pairs')).not.toBeInTheDocument();
  });

  test('say that nobody fits only where two wait', async () => {
    answerRound({ pairs: 0, left: 2 });
    show('/matching');
    await expect.element(page.getByText('No two students fit together.')).toBeVisible();
    await expect.element(link('Invite students')).not.toBeInTheDocument();
  });
});

describe('the list of students', () => {
  test('begins at its first page with each filter, and its pages keep the filter', async () => {
    server.answer('listProgrammeInvitations', () => ({ count: 0, invitations: [] }));
    server.answer('listStudents', () => ({ count: 120, students: [studentOf(31, 'Ana')] }));
    show('/students?page=3');
    const asked = () => server.payloads('listStudents').at(-1);
    await expect.poll(asked).toMatchObject({ limit: 50, offset: 100 });
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Partner' }), 'waiting');
    await expect.poll(asked).toMatchObject({ limit: 50, offset: 0, status: 'waiting' });
    await expect.element(link('Page 1')).toHaveAttribute('aria-current', 'page');
    await link('Page 2').click();
    await expect.poll(asked).toMatchObject({ offset: 50, status: 'waiting' });
    await userEvent.fill(page.getByRole('searchbox', { name: 'Name or student number' }), 'Ana');
    await expect.poll(asked).toMatchObject({ offset: 0, status: 'waiting', query: 'Ana' });
  });
});

describe('empty screens lead on', () => {
  test('a round without students leads to the invitations', async () => {
    answerRound({ pairs: 0, left: 0 });
    show('/matching');
    await expect.element(page.getByText('No student is waiting for a partner.')).toBeVisible();
    await expect.element(page.getByText('No two students fit together.')).not.toBeInTheDocument();
    await expect.element(link('Invite students')).toHaveAttribute('href', `${coordinatorAddress}/students`);
  });

  test('a round with one student does not speak of two, and leads to the invitations', async () => {
    answerRound({ pairs: 0, left: 1 });
    show('/matching');
    await expect.element(page.getByText(/^Only one student is waiting for a partner/)).toBeVisible();
    await expect.element(page.getByText('No two students fit together.')).not.toBeInTheDocument();
    await expect.element(link('Invite students')).toHaveAttribute('href', `${coordinatorAddress}/students`);
  });

  test('attendance without students leads to the invitations', async () => {
    show('/attendance');
    await expect.element(page.getByText('There are no students yet.')).toBeVisible();
    await expect.element(link('Invite students')).toHaveAttribute('href', `${coordinatorAddress}/students`);
  });

  test('a programme that has ended does not lead to invitations', async () => {
    programme = { ...programme, state: 'closed' };
    show('/attendance');
    await expect.element(page.getByText('Nobody has joined.', { exact: true })).toBeVisible();
    await expect.element(link('Invite students')).not.toBeInTheDocument();
  });

  test('the students of an ended programme stand without a heading of invitations, unless a link is left', async () => {
    programme = { ...programme, state: 'closed' };
    server.answer('listProgrammeInvitations', () => ({ count: 0, invitations: [] }));
    show('/students');
    await expect.element(page.getByText('Nobody has joined.', { exact: true })).toBeVisible();
    await expect.element(heading('Invitations')).not.toBeInTheDocument();
    leave();
    queryClient.clear();
    const invitation = { invitationId: idOf(40), createdAt: at, until: at, uses: 9, used: 2, domain: null };
    server.answer('listProgrammeInvitations', () => ({ count: 1, invitations: [invitation] }));
    show('/students');
    await expect.element(heading('Invitations')).toBeVisible();
  });

  test('an erased programme shows the numbers that remain, and no empty lists', async () => {
    programme = { ...programme, state: 'erased' };
    server.answer('getProgrammeOverview', () => ({
      ...emptyOverview,
      students: 12,
      pairs: 6,
      languages: [{ languageCode: 'es', offered: 0, sought: 0 }],
      minutes: [{ languageCode: 'es', minutes: 90 }],
    }));
    show('/attendance');
    await expect.element(page.getByText('This programme is over and its data are deleted.')).toBeVisible();
    await expect.element(page.getByRole('definition').nth(0)).toHaveTextContent('12');
    expect(page.getByRole('definition').all()).toHaveLength(2);
    expect(cells()).toEqual([['Spanish', '1 h 30']]);
    expect(page.getByRole('link').all()).toEqual([]);
  });

  test('a last round without pairs does not lead to invitations after the end', async () => {
    programme = { ...programme, state: 'closed' };
    answerRound({ pairs: 0, left: 1 });
    show('/matching');
    await expect.element(page.getByText(/^Only one student is waiting for a partner/)).toBeVisible();
    await expect.element(link('Invite students')).not.toBeInTheDocument();
  });

  test('matching during registration leads to the screen that closes it', async () => {
    programme = { ...programme, state: 'registration' };
    server.answer('listRounds', () => ({ count: 0, rounds: [] }));
    show('/matching');
    await expect.element(page.getByText(/^Close registration first/)).toBeVisible();
    // The first one is that of the navigation.
    await expect.element(link('Overview').nth(1)).toHaveAttribute('href', coordinatorAddress);
  });

  test('matching of an ended programme, whose rounds are deleted, does not speak of registration', async () => {
    programme = { ...programme, state: 'closed' };
    server.answer('listRounds', () => ({ count: 0, rounds: [] }));
    show('/matching');
    await expect
      .element(page.getByText('The term has ended. Everything here is deleted on December 31, 2026.'))
      .toBeVisible();
    await expect.element(page.getByText(/^Close registration first/)).not.toBeInTheDocument();
  });
});

describe('a long name on a phone', () => {
  const name = 'Donaudampfschifffahrtsgesellschaftskapitänswitwe';
  beforeEach(async () => {
    await page.viewport(390, 844);
    server.answer('listProgrammeInvitations', () => ({ count: 0, invitations: [] }));
    server.answer('listStudents', () => ({ count: 1, students: [studentOf(31, name)] }));
  });
  afterEach(() => page.viewport(1280, 800));

  test('leaves room for the next column', async () => {
    show('/students');
    const speaks = page.getByRole('columnheader', { name: 'Speaks' });
    await expect.element(speaks).toBeVisible();
    expect(speaks.element().getBoundingClientRect().right).toBeLessThan(innerWidth);
  });

  test.each(['en', 'ar'] as const)('stays in view while the hours are scrolled, in %s', async (locale) => {
    await setLanguage(locale);
    show('/attendance');
    const names = page.getByRole('rowheader');
    await expect.element(names).toBeVisible();
    const scroller = page.getByRole('region', { name: locale === 'ar' ? 'الاسم' : 'Name' }).element();
    scroller.scrollLeft = locale === 'ar' ? -1000 : 1000;
    expect(Math.abs(scroller.scrollLeft)).toBeGreaterThan(100);
    const [cell, box] = [names.element(), scroller].map((one) => one.getBoundingClientRect());
    expect(cell?.left).toBeGreaterThanOrEqual(box?.left ?? Number.POSITIVE_INFINITY);
    expect(cell?.right).toBeLessThanOrEqual(box?.right ?? 0);
  });

  test('leaves the buttons of the choice of a partner in the window', async () => {
    answerRound({ pairs: 0, left: 1 });
    show('/matching');
    await page.getByRole('button', { name: 'Choose a partner' }).click();
    const dialog = page.getByRole('dialog');
    const choice = dialog.getByRole('radio', { name: new RegExp(name) });
    await expect.element(choice).toBeInTheDocument();
    for (const shown of [dialog.getByText(name), dialog.getByRole('button', { name: 'Lock the pair' })])
      expect(shown.element().getBoundingClientRect().right).toBeLessThanOrEqual(innerWidth);
  });

  test('begins at the side of the page, also in Arabic', async () => {
    await setLanguage('ar');
    show(`/students/${idOf(31)}`);
    await expect.element(heading(name)).toHaveStyle({ direction: 'ltr', textAlign: 'right' });
  });

  test('stays within its cell, also in Arabic', async () => {
    await setLanguage('ar');
    show('/students');
    await expect.element(link(name)).toBeVisible();
    const shown = link(name).element();
    const words = shown.querySelector('bdi')?.getBoundingClientRect();
    const cell = shown.closest('th')?.getBoundingClientRect();
    expect(words?.left).toBeGreaterThanOrEqual(cell?.left ?? Number.POSITIVE_INFINITY);
    expect(words?.right).toBeLessThanOrEqual(cell?.right ?? 0);
  });
});

describe('numbers', () => {
  const ana = {
    ...studentOf(31, 'Ana'),
    hours: {
      neededMinutes: 1200,
      countedMinutes: 90,
      declaredMinutes: 0,
      languages: [{ languageCode: 'es' as const, minutes: 90 }],
    },
    sessions: { kept: 4, missed: 3, moved: 2 },
    // The next day in Kathmandu, where the tests are.
    lastSessionAt: new Date('2026-05-13T18:30:00Z'),
  };
  test('of attendance stand in their columns, and are exported', async () => {
    server.answer('listStudents', () => ({ count: 120, students: [ana, studentOf(32, 'Bo')] }));
    show('/attendance?page=2');
    await expect.poll(cells).toEqual([
      ['Ana', '1 h 30 of 20 h', 'Spanish: 1 h 30', '4', '3', '2', 'May 14, 2026'],
      ['Bo', '0 min of 20 h', '–', '0', '0', '0', '–'],
    ]);
    await expect.poll(() => server.payloads('listStudents')).toEqual([{ limit: 50, offset: 50 }]);
    await expect.element(link('Ana')).toHaveAttribute('href', `${coordinatorAddress}/students/${idOf(31)}`);
    const names: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    onTestFinished(() => click.mockRestore());
    const answer = Promise.withResolvers<Blob>();
    server.answer('exportProgramme', () => answer.promise);
    const exporting = page.getByRole('button', { name: 'Export CSV' });
    await exporting.click();
    await expect.element(exporting).toHaveAttribute('aria-busy', 'true');
    await expect.poll(() => server.payloads('exportProgramme')).toEqual([{ format: 'csv' }]);
    answer.resolve(new Blob(['name;hours']));
    await expect.poll(() => names).toEqual(['attendance.csv']);
    server.answer('exportProgramme', () => {
      throw new ApiError('ServerError');
    });
    await exporting.click();
    await expect.element(page.getByText(/^Something went wrong/).first()).toBeVisible();
  });

  test('of the overview lead to their lists, and hours stand beside their language', async () => {
    server.answer('getProgrammeOverview', () => ({
      ...emptyOverview,
      students: 12,
      atRisk: 3,
      waiting: 5,
      languages: [
        { languageCode: 'de', offered: 7, sought: 2 },
        { languageCode: 'es', offered: 2, sought: 9 },
      ],
      minutes: [{ languageCode: 'es', minutes: 90 }],
    }));
    show();
    await expect.element(link('3 At risk')).toHaveAttribute('href', `${coordinatorAddress}/at-risk`);
    await expect.element(link('12 Students')).toHaveAttribute('href', `${coordinatorAddress}/students`);
    expect(cells()).toEqual([
      ['German', '7', '2', '0 min'],
      ['Spanish', '2', '9', '1 h 30'],
    ]);
  });

  test('of students at risk come with the reasons, the newest question, and a way to write to all', async () => {
    const help = (text: string) => ({ askedAt: at, kind: 'other' as const, text });
    server.answer('listStudents', () => ({
      count: 2,
      students: [
        { ...studentOf(32, 'Bo'), risks: ['no-session'] },
        { ...ana, status: 'paired', risks: ['quiet', 'behind'], help: [help('Now'), help('Before')] },
      ],
    }));
    show('/at-risk');
    const row = page.getByRole('listitem').filter({ hasText: '1 h 30 of 20 h' });
    await expect.element(row).toMatchTextContent(/No session in 14 days.*Under half of the expected hours/);
    await expect.element(row).toMatchTextContent(/Last session: May 14, 2026/);
    await expect.element(row).not.toMatchTextContent(/partner/);
    // Without a partner there can be no session.
    const waiting = page.getByRole('listitem').filter({ hasText: 'Bo' });
    await expect.element(waiting).toMatchTextContent(/No partner yet · 0 min of 20 h/);
    await expect.element(row.getByText('Now')).toBeVisible();
    expect(row.getByText('Before').query()).toBeNull();
    await expect
      .element(link('Write to all of them'))
      .toHaveAttribute('href', `${coordinatorAddress}/messages?to=at-risk`);
    await expect
      .poll(() => server.payloads('listStudents'))
      .toEqual([{ atRisk: true, limit: 50, offset: 0 }]);
  });

  test('of nobody at risk offer no mail', async () => {
    show('/at-risk');
    await expect.element(page.getByText('Nobody is at risk.')).toBeVisible();
    await expect.element(link('Write to all of them')).not.toBeInTheDocument();
  });
});

describe('the certificate of a student', () => {
  const detail = `/students/${idOf(30)}`;

  test('is shown with its day', async () => {
    const certificate = { issuedAt: at, keepUntil: null, withdrawnAt: null };
    server.answer('listStudents', () => ({
      count: 1,
      students: [{ ...studentOf(30, 'Omar'), certificate }],
    }));
    show(detail);
    await expect.element(page.getByText('Issued on March 21, 2026')).toBeVisible();
  });

  test('is shown as withdrawn', async () => {
    const certificate = { issuedAt: at, keepUntil: null, withdrawnAt: new Date('2026-04-02T12:00:00.000Z') };
    server.answer('listStudents', () => ({
      count: 1,
      students: [{ ...studentOf(30, 'Omar'), certificate }],
    }));
    show(detail);
    await expect.element(page.getByText('This certificate was withdrawn on April 2, 2026.')).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: 'Withdraw the certificate' }))
      .not.toBeInTheDocument();
  });
});
