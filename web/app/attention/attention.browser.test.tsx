import type { Appointment } from '@parlance/contract/schedule';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import Appointments from '#appointments/appointments';
import Dashboard from '#dashboard/dashboard';
import { queryClient } from '#lib/query-client';
import { server } from '#test/browser/network';
import { coordinatorView, idOf, programmeId, programmeSample } from '#test/browser/programme-samples';
import { leave, render } from '#test/browser/render';
import { ada, ben, bookedWithBen } from '#test/browser/samples';
import { takeNoticePlace } from '#ui/notice-place';
import { AttentionLine } from './attention-line';

// Rules: docs/decisions/attention.md
const hourMs = 3_600_000;
let sessions: Appointment[];
let requests: number;
let dueCount: number;

/** A session with Ben as its owner, hours from now. */
const sessionIn = (hours: number, serial: number, more: Partial<Appointment> = {}): Appointment => ({
  ...bookedWithBen(new Date(Date.now() + hours * hourMs), serial),
  ...more,
});
const asked = { outcome: { answer: null, isOpen: true } };
const proposed = { proposedStartsAt: new Date(Date.now() + 90 * hourMs) };

const waiting = () => page.getByRole('navigation', { name: 'Waiting for you' }).getByRole('link');
const shown = () =>
  waiting()
    .elements()
    .map((link) => (link.matches('[data-prominent]') ? `! ${link.textContent}` : link.textContent));

beforeEach(() => {
  sessions = [];
  requests = 0;
  dueCount = 0;
  server.answer('listAppointments', ({ payload }) => {
    const slots = sessions.filter(({ startsAt }) => startsAt >= (payload.start as Date));
    return { slots, count: slots.length };
  });
  server.answer('getChatStat', () => ({ unreadMessages: 0, requests }));
  server.answer('listPhrases', () => ({ count: dueCount, dueCount, phrases: [] }));
});

test('the line names one thing first, and the others after it', async () => {
  sessions = [sessionIn(-50, 1, asked), sessionIn(-74, 2, asked), sessionIn(40, 3, proposed)];
  requests = 3;
  dueCount = 12;
  render(<AttentionLine />);
  await expect
    .poll(shown)
    .toEqual([
      '! Answer 1 suggested time',
      'Say whether 2 sessions took place',
      'Read 3 requests',
      'Review 12 phrases',
    ]);
  const addresses = waiting()
    .elements()
    .map((link) => link.getAttribute('href'));
  expect(addresses).toEqual(['/appointments', '/appointments', '/requests', '/phrases/review']);
});

test('a suggestion of the member, an answered session and nothing due make no line', async () => {
  sessions = [
    sessionIn(40, 1, {
      ...proposed,
      userId: ada.userId,
      user: ada,
      bookedByUserId: ben.userId,
      bookedByUser: ben,
    }),
    sessionIn(-50, 2, { outcome: { answer: 'kept', isOpen: true } }),
  ];
  render(<AttentionLine />);
  await expect.poll(() => server.params('listAppointments')).toHaveLength(2);
  await expect.poll(() => server.params('listPhrases')).toHaveLength(1);
  expect(shown()).toEqual([]);
});

test('a running session comes first and leads to the conversation', async () => {
  sessions = [sessionIn(-0.1, 1), sessionIn(40, 2, proposed)];
  render(<AttentionLine />);
  await expect.poll(shown).toEqual(['! Join the session with Ben', 'Answer 1 suggested time']);
  await expect.element(waiting().first()).toHaveAttribute('href', `/chat/${ben.userId}`);
});

test('the partner of a running session is the other one, and its suggestion is over', async () => {
  const own = { userId: ada.userId, user: ada, bookedByUserId: ben.userId, bookedByUser: ben };
  sessions = [sessionIn(-0.1, 1, own), sessionIn(-0.2, 2, proposed)];
  render(<AttentionLine />);
  await expect.poll(shown).toEqual(['! Join the session with Ben']);
  await expect.element(waiting().first()).toHaveAttribute('href', `/chat/${ben.userId}`);
});

test('nothing is emphasised beside an open offer, and then again', async () => {
  requests = 1;
  dueCount = 1;
  const release = takeNoticePlace();
  render(<AttentionLine />);
  await expect.poll(shown).toEqual(['Read 1 request', 'Review 1 phrase']);
  release?.();
  await expect.poll(shown).toEqual(['! Read 1 request', 'Review 1 phrase']);
});

test('hours of a programme that wait are asked for, of students only', async () => {
  server.answer('getProgramme', () => {
    throw new TypeError('offline');
  });
  requests = 1;
  render(<AttentionLine />, {
    user: { programme: { programmeId: '00000000-0000-7000-8000-0000000000f1', isCoordinator: true } },
  });
  await expect.poll(shown).toEqual(['! Read 1 request']);
  expect(server.params('getProgramme')).toEqual([]);
});

test('hours of a programme that wait are asked for of a student, on the screen of the programme', async () => {
  const entry = (serial: number) => ({
    ...{ hoursId: idOf(serial), day: '2026-05-01', source: 'declared' as const, confirmedAt: null },
    languages: [{ languageCode: 'es' as const, minutes: 90 }],
  });
  server.answer('getProgramme', () => ({
    ...coordinatorView(programmeSample),
    toConfirm: [entry(21), entry(22)],
  }));
  requests = 1;
  render(<AttentionLine />, { user: { programme: { programmeId, isCoordinator: false } } });
  await expect.poll(shown).toEqual(['! Confirm the hours of 2 meetings', 'Read 1 request']);
  await expect.element(waiting().first()).toHaveAttribute('href', `/programmes/${programmeId}`);
});

describe('the search below the line', () => {
  const top = () =>
    page.getByRole('button', { name: 'Search', exact: true }).element().getBoundingClientRect().top;
  let answerPhrases: () => void;

  /** Opens the search screen; what is due is answered last, and only by `answerPhrases`. */
  const open = async () => {
    const held = new Promise<void>((resolve) => {
      answerPhrases = resolve;
    });
    server.answer('listPhrases', () => held.then(() => ({ count: dueCount, dueCount, phrases: [] })));
    render(<Dashboard />, { at: '/dashboard?languageCode=de' });
    await expect.element(page.getByText(/^No practice yet this week/)).toBeVisible();
    expect(shown()).toEqual([]);
  };
  const openAgain = () => {
    leave();
    queryClient.clear();
    return open();
  };

  beforeEach(async () => {
    server.answer('searchUsers', () => ({ count: 0, users: [] }));
    server.answer('getRhythm', () => ({
      today: '2026-05-06',
      days: [],
      minutesToday: 0,
      sessions: 0,
      phrasesReviewed: 0,
      phrasesSaved: 0,
    }));
    requests = 2;
    await open();
    answerPhrases();
    await expect.poll(shown).toEqual(['! Read 2 requests']);
  });

  test('stays where it is when the same things wait as at the last visit', async () => {
    await openAgain();
    const before = top();
    answerPhrases();
    await expect.poll(shown).toEqual(['! Read 2 requests']);
    expect(top()).toBe(before);
  });

  test('takes the place of the line once nothing waits', async () => {
    const before = top();
    requests = 0;
    await openAgain();
    answerPhrases();
    await expect.poll(() => before - top()).toBeGreaterThan(20);
    const after = top();
    await openAgain();
    expect(top()).toBe(after);
  });

  test('has no place kept for it in a window of another width', async () => {
    const before = top();
    const { innerWidth, innerHeight } = window;
    await page.viewport(innerWidth + 8, innerHeight);
    await openAgain();
    expect(before - top()).toBeGreaterThan(20);
    answerPhrases();
    await expect.poll(() => before - top()).toBeLessThan(1);
    await page.viewport(innerWidth, innerHeight);
  });
});

test('of several suggested times one is emphasised, and the question goes below the list', async () => {
  sessions = [sessionIn(-50, 1, asked), sessionIn(40, 2, proposed), sessionIn(60, 3, proposed)];
  render(<Appointments />, { at: '/appointments' });
  const accept = page.getByRole('button', { name: 'Accept' });
  await expect.poll(() => accept.elements()).toHaveLength(2);
  const [first, second] = accept.elements();
  expect([first, second].map((button) => button?.classList.contains('bg-action'))).toEqual([true, false]);
  const question = page.getByRole('region', { name: 'How was it?' });
  await expect.element(question).toBeVisible();
  const isBelow =
    second && second.compareDocumentPosition(question.element()) & Node.DOCUMENT_POSITION_FOLLOWING;
  expect(isBelow).toBeTruthy();
  // It stays there when no suggestion is left, so that nothing moves under the pointer.
  server.answer('answerMove', () => {
    sessions = [sessionIn(-50, 1, asked), sessionIn(60, 3)];
    return sessions[1] as Appointment;
  });
  await accept.first().click();
  await expect.element(accept.first()).not.toBeInTheDocument();
  const day = page.getByRole('heading', { level: 2 }).first().element();
  expect(day.compareDocumentPosition(question.element()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('one question stands above the list, the number of the others below it', async () => {
  sessions = [-50, -74, -98].map((hours, serial) => sessionIn(hours, serial, asked));
  render(<Appointments />, { at: '/appointments' });
  await expect.element(page.getByText('2 more questions are under “Past”')).toBeVisible();
  expect(page.getByRole('button', { name: 'Yes, we talked' }).elements()).toHaveLength(1);
  await expect.element(page.getByRole('heading', { name: 'No sessions found' })).toBeVisible();
});
