import type { Programme } from '@parlance/contract/programmes';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '#test/browser/network';
import {
  at,
  coordinatorView,
  idOf,
  programmeSample,
  roundId,
  studentOf,
} from '#test/browser/programme-samples';
import { coordinatorAddress, emptyOverview, showCoordinator as show } from '#test/browser/programme-screens';
import { leave } from '#test/browser/render';
import { setZone, stopClock } from '#test/browser/surroundings';

// Screens of a coordinator whose programme has no student, or one.

let programme: Programme;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });

beforeEach(() => {
  programme = programmeSample;
  server.answer('getProgramme', () => coordinatorView(programme));
  server.answer('getProgrammeOverview', () => emptyOverview);
});

describe('registration', () => {
  test('is opened again until its last day in the zone of the programme', async () => {
    // In Kathmandu, the zone of the browser, 21 March has begun; in Berlin it is still the last day.
    stopClock('2026-03-20T20:00:00Z');
    show();
    await expect.element(button('Open registration again')).toBeVisible();
    // Closing registration does not stop those with a link.
    await expect.element(page.getByText(/Who has an invitation link can still join/)).toBeVisible();
  });

  test('is not opened again after its last day: the way to invitations is shown instead', async () => {
    await setZone('America/Los_Angeles');
    stopClock('2026-03-21T01:00:00Z');
    show();
    await expect.element(page.getByText(/Who has an invitation link can still join\.$/)).toBeVisible();
    await expect.element(link('Invite students')).toHaveAttribute('href', `${coordinatorAddress}/students`);
    await expect.element(button('Open registration again')).not.toBeInTheDocument();
  });

  test('of a draft needs a last day that is not over', async () => {
    programme = { ...programme, state: 'draft' };
    stopClock('2026-03-21T12:00:00Z');
    show();
    await expect.element(page.getByText(/^The last day of registration is over/)).toBeVisible();
    await expect.element(button('Open registration')).not.toBeInTheDocument();
  });
});

test('the day after the last one registration is not opened again, on the last one it is', async () => {
  // Midnight in Berlin, the zone of the programme.
  stopClock('2026-03-20T22:59:00Z');
  show();
  await expect.element(button('Open registration again')).toBeVisible();
  leave();
  stopClock('2026-03-20T23:00:00Z');
  show();
  await expect.element(link('Invite students')).toBeVisible();
  await expect.element(button('Open registration again')).not.toBeInTheDocument();
});

test('after publication a further round can be reached before the term', async () => {
  programme = { ...programme, state: 'published' };
  show();
  await expect.element(link('Choose partners')).toHaveAttribute('href', `${coordinatorAddress}/matching`);
});

test.each([
  ['published', 'Every student has a partner. The term begins on April 1, 2026.'],
  ['running', 'Every student has a partner. The term ends on July 15, 2026.'],
] as const)(
  'no further round is the next step of a programme that is %s and has no student without a partner',
  async (state, text) => {
    programme = { ...programme, state };
    server.answer('getProgrammeOverview', () => ({ ...emptyOverview, students: 2, paired: 2, pairs: 1 }));
    show();
    await expect.element(page.getByText(text)).toBeVisible();
    await expect.element(link('Choose partners')).not.toBeInTheDocument();
  },
);

test('the only student gets no partner by hand, and no filter is blamed', async () => {
  const student = { userId: idOf(30), name: 'Omar' };
  const reason = { kind: 'supply' as const, count: 0, reach: 0, hours: [], languageCodes: [] };
  const round = {
    roundId,
    state: 'done' as const,
    madeAt: at,
    publishedAt: null,
    isOutdated: false,
    isOptimal: true,
    numbers: { students: 1, pairs: 0, left: 1, score: 0 },
  };
  server.answer('listRounds', () => ({ count: 1, rounds: [round] }));
  server.answer('getRound', () => ({ round, pairs: [], left: [{ student, reason }], locked: [], apart: [] }));
  server.answer('listStudents', ({ payload }) =>
    (payload as { query?: string }).query
      ? { count: 0, students: [] }
      : { count: 1, students: [studentOf(30, 'Omar')] },
  );
  show('/matching');
  await button('Choose a partner').click();
  await expect.element(page.getByText('There is no other student yet.')).toBeVisible();
  await page.getByLabelText('Name or student number').fill('Ana');
  await expect.element(page.getByText('No student fits this filter.')).toBeVisible();
});

test('a mail to nobody is not reported as sent, and its text stays', async () => {
  server.answer('mailStudents', () => ({ count: 0 }));
  show('/messages');
  await page.getByLabelText('Subject').fill('Hello');
  await page.getByLabelText('Text').fill('Please meet.');
  await button('Send').click();
  await expect.element(page.getByText('There is nobody to write to, so no mail is sent.')).toBeVisible();
  await expect.element(page.getByText(/^The mail goes to/)).not.toBeInTheDocument();
  await expect.element(page.getByLabelText('Text')).toHaveValue('Please meet.');
});
