import { ApiError } from '@parlance/contract/errors';
import type { OwnOutcome, SessionAnswer } from '@parlance/contract/reliability';
import type { Appointment } from '@parlance/contract/schedule';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { ownUserId, render } from '#test/browser/render';
import { AgainOffer } from './again-offer';
import { OpenQuestions } from './open-questions';
import { WeeklyButton } from './weekly-button';

const createdAt = new Date('2026-01-02T03:04:05.000Z');
const profileOf = (userId: string, name: string) => ({
  userId,
  name,
  description: '',
  profileImageUrl: null,
  createdAt,
});
const ben = profileOf('00000000-0000-7000-8000-00000000000b', 'Ben');
const hourMs = 3_600_000;
const sessionOf = (serial: number, changes: Partial<Appointment> = {}): Appointment => ({
  scheduleSlotId: `00000000-0000-7000-8000-00000000030${serial}`,
  startsAt: new Date(Date.now() - serial * hourMs),
  duration: 30,
  userId: ownUserId,
  user: profileOf(ownUserId, 'Ada'),
  bookedByUserId: ben.userId,
  bookedByUser: ben,
  createdAt,
  updatedAt: createdAt,
  outcome: { answer: null, isOpen: true },
  ...changes,
});
const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('the question whether a session took place', () => {
  let outcomes: Record<string, OwnOutcome>;
  const sessions = () =>
    [1, 2].map((serial) => {
      const session = sessionOf(serial);
      return { ...session, outcome: outcomes[session.scheduleSlotId] ?? null };
    });
  beforeEach(() => {
    outcomes = Object.fromEntries(
      [1, 2].map((serial) => [sessionOf(serial).scheduleSlotId, { answer: null, isOpen: true }]),
    );
    server.answer('listAppointments', () => ({ count: 2, slots: sessions() }));
    server.answer('answerOutcome', ({ params, payload }) => {
      outcomes[String(params.scheduleSlotId)] = { answer: payload.answer as SessionAnswer, isOpen: true };
      return {};
    });
    server.answer('getSessionThanks', () => ({ isOpen: false, given: null, received: null }));
  });
  const item = (place: number) => page.getByRole('listitem').nth(place);
  const answer = (place: number, name: string) => item(place).getByRole('button', { name, exact: true });

  test('marks the stored answer while it is changed, and hands the focus on', async () => {
    render(<OpenQuestions shown={[]} />);
    await userEvent.click(answer(0, 'We moved it'));
    await expect.element(page.getByText('You said that you moved it.')).toBeVisible();
    await expect.poll(() => document.activeElement?.textContent).toMatch(/^You said that you moved it/);
    expect(server.payloads('answerOutcome')).toEqual([{ answer: 'moved' }]);
    await userEvent.click(answer(0, 'Change'));
    await expect.element(answer(0, 'We moved it')).toHaveAttribute('aria-pressed', 'true');
    await expect.element(answer(0, 'Yes, we talked')).toHaveAttribute('aria-pressed', 'false');
    server.answer('answerOutcome', () => {
      throw new ApiError('ServerError');
    });
    await userEvent.click(answer(0, 'Yes, we talked'));
    await expect.element(page.getByRole('alert')).toBeVisible();
    // A refused answer is not the stored one.
    await expect.element(answer(0, 'We moved it')).toHaveAttribute('aria-pressed', 'true');
    await expect.element(answer(0, 'Yes, we talked')).toHaveAttribute('aria-pressed', 'false');
  });

  test('explains once who sees the answers, beside the first open question', async () => {
    const explanation = () => page.getByText(/^Nobody is shown your answer/);
    render(<OpenQuestions shown={[]} />);
    await expect.poll(() => explanation().elements()).toHaveLength(1);
    await expect.element(item(0).getByText(/^Nobody is shown/)).toBeVisible();
    await userEvent.click(answer(0, 'We moved it'));
    await expect.element(item(1).getByText(/^Nobody is shown/)).toBeVisible();
    expect(explanation().elements()).toHaveLength(1);
  });
});

describe('the same time next week', () => {
  const offer = { startsAt: new Date('2030-05-21T12:00:00Z'), isAsked: false, isWanted: true };
  const show = () =>
    render(
      <main tabIndex={-1}>
        <AgainOffer
          scheduleSlotId={sessionOf(1).scheduleSlotId}
          duration={30}
          partner={{ name: 'Ben' }}
          offer={offer}
        />
      </main>,
    );

  test('moves the focus to the screen once it is booked', async () => {
    server.answer('bookAgain', () => ({
      slot: { ...sessionOf(1), startsAt: offer.startsAt },
    }));
    show();
    await userEvent.click(button('Book it'));
    await expect.element(page.getByText(/^Booked: Tuesday, May 21, 2030/)).toBeVisible();
    await expect.element(page.getByRole('main')).toHaveFocus();
  });

  test('stays with its reason when it is refused', async () => {
    server.answer('bookAgain', () => {
      throw new ApiError('NotAllowed', { message: 'Ben is busy then.' });
    });
    show();
    await userEvent.click(button('Book it'));
    await expect.element(page.getByText('Ben is busy then.')).toBeVisible();
    await expect.element(button('Book it')).toBeEnabled();
  });
});

describe('a weekly series', () => {
  const show = (session: Appointment, state: 'open' | 'asked' | 'wanted' | 'agreed') =>
    render(<WeeklyButton session={session} partner={ben} weekly={{ state, leftOut: [] }} />);
  const ahead = sessionOf(1, { startsAt: new Date(Date.now() + 24 * hourMs) });

  test('is asked for; the failure of before is gone when the dialog opens again, and the focus returns', async () => {
    server.answer('meetWeekly', () => {
      throw new ApiError('NotAllowed', { message: 'You have ten weekly series already.' });
    });
    show(ahead, 'open');
    const opener = page.getByRole('button', { name: 'Every week?' });
    await userEvent.click(opener);
    await userEvent.click(button('Ask for it'));
    const failure = page.getByText('You have ten weekly series already.');
    await expect.element(failure).toBeVisible();
    await userEvent.click(button('Close'));
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
    await userEvent.click(opener);
    await expect.element(button('Ask for it')).toBeVisible();
    await expect.element(failure).not.toBeInTheDocument();
  });

  test('an agreed one can be ended, and only a session ahead can be skipped', async () => {
    server.answer('cancelBooking', () => ({}));
    show(ahead, 'agreed');
    await userEvent.click(page.getByRole('button', { name: 'Weekly' }));
    await expect.element(button('End the weekly series')).toBeVisible();
    await userEvent.click(button('Skip this one'));
    await expect.element(page.getByText('Skipped. We are telling Ben.')).toBeVisible();
    expect(server.params('cancelBooking')).toEqual([
      { userId: ownUserId, scheduleSlotId: ahead.scheduleSlotId },
    ]);
  });

  test('of a past session can be ended only', async () => {
    show(sessionOf(1), 'agreed');
    await userEvent.click(page.getByRole('button', { name: 'Weekly' }));
    await expect.element(button('End the weekly series')).toBeVisible();
    expect(button('Skip this one').query()).toBeNull();
  });

  test.each([
    ['the owner', ahead, /^At the same time on your clock/],
    [
      'the guest',
      { ...ahead, userId: ben.userId, bookedByUserId: ownUserId },
      /^At the same time on the clock of Ben/,
    ],
  ] as const)('names the clock of the owner for %s', async (_case, session, words) => {
    show(session, 'wanted');
    await userEvent.click(page.getByRole('button', { name: 'Ben would like every week' }));
    await expect.element(page.getByText(words)).toBeVisible();
  });
});
