import { ApiError } from '@parlance/contract/errors';
import type { OwnOutcome, SessionAnswer } from '@parlance/contract/reliability';
import type { Appointment } from '@parlance/contract/schedule';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { ownUserId, render } from '#test/browser/render';
import { AfterSession, AfterSessionOf } from './after-session';
import { AgainOffer } from './again-offer';
import { OpenQuestions } from './open-questions';
import { RecordLines } from './record-lines';
import { WeeklyButton } from './weekly-button';
import { WeeksLeftOut } from './weeks-left-out';

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
    await expect.poll(() => server.payloads('answerOutcome')).toEqual([{ answer: 'moved' }]);
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

  test('stays until its changed answer has been read again, and never shows the one of before', async () => {
    render(<OpenQuestions shown={[]} />);
    await userEvent.click(answer(0, 'We moved it'));
    await userEvent.click(answer(0, 'Change'));
    const mayRead = Promise.withResolvers<void>();
    server.answer('listAppointments', async () => {
      await mayRead.promise;
      return { count: 2, slots: sessions() };
    });
    const reads = server.payloads('listAppointments').length;
    await userEvent.click(answer(0, 'Yes, we talked'));
    await expect.poll(() => server.payloads('listAppointments').length).toBeGreaterThan(reads);
    await new Promise(requestAnimationFrame);
    expect(page.getByText('You said that you moved it.').query()).toBeNull();
    mayRead.resolve();
    await expect.element(page.getByText('You said that you talked.')).toBeVisible();
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

  test('is read again after a refusal, which means that a calendar has changed', async () => {
    server.answer('listAppointments', () => ({
      count: 1,
      slots: [sessionOf(1, { outcome: { answer: 'kept', isOpen: true }, again: offer })],
    }));
    server.answer('getSessionThanks', () => ({ isOpen: false, given: null, received: null }));
    server.answer('bookAgain', () => {
      throw new ApiError('NotAllowed', { message: 'Ben is busy then.' });
    });
    render(<AfterSessionOf scheduleSlotId={sessionOf(1).scheduleSlotId} startsAt={new Date()} />);
    await userEvent.click(button('Book it'));
    await expect.element(page.getByText('Ben is busy then.')).toBeVisible();
    await expect.poll(() => server.payloads('listAppointments')).toHaveLength(2);
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
    render(
      <main tabIndex={-1}>
        <WeeklyButton session={session} partner={ben} weekly={{ state, leftOut: [] }} />
      </main>,
    );
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
    await expect
      .poll(() => server.params('cancelBooking'))
      .toEqual([{ userId: ownUserId, scheduleSlotId: ahead.scheduleSlotId }]);
    // The session leaves the list, and its button with it.
    await expect.element(page.getByRole('main')).toHaveFocus();
    await userEvent.click(page.getByRole('button', { name: 'Weekly' }));
    await userEvent.click(button('Close'));
    await expect.element(page.getByRole('button', { name: 'Weekly' })).toHaveFocus();
  });

  test('that is agreed says how many sessions it has booked, and nothing where it waits for the partner', async () => {
    let slots: Appointment[] | null = [ahead, sessionOf(2), sessionOf(3)];
    server.answer('meetWeekly', () => ({ slots }));
    show(ahead, 'wanted');
    const opener = page.getByRole('button', { name: 'Ben would like every week' });
    await userEvent.click(opener);
    await userEvent.click(button('Agree'));
    await expect.element(page.getByText('Booked: 3 sessions.')).toBeVisible();
    await expect.element(page.getByRole('dialog', { name: /^Every week/ })).not.toBeInTheDocument();
    slots = null;
    await userEvent.click(opener);
    await userEvent.click(button('Agree'));
    await expect.element(page.getByRole('dialog', { name: /^Every week/ })).not.toBeInTheDocument();
    expect(page.getByText(/^Booked/).elements()).toHaveLength(1);
    await expect
      .poll(() => server.params('meetWeekly'))
      .toEqual(Array(2).fill({ scheduleSlotId: ahead.scheduleSlotId }));
  });

  test('that is ended tells the partner, and not another session', async () => {
    server.answer('endWeekly', () => ({}));
    show(ahead, 'agreed');
    await userEvent.click(page.getByRole('button', { name: 'Weekly' }));
    await userEvent.click(button('End the weekly series'));
    await expect.element(page.getByText('The weekly series has ended. We are telling Ben.')).toBeVisible();
    await expect.poll(() => server.params('endWeekly')).toEqual([{ scheduleSlotId: ahead.scheduleSlotId }]);
    expect(server.params('cancelBooking')).toEqual([]);
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

describe('what follows a session', () => {
  const offer = { startsAt: new Date('2030-05-21T12:00:00Z'), isAsked: false, isWanted: false };
  const open = { state: 'open' as const, leftOut: [] };
  const show = (changes: Partial<Appointment>, hasTalked = false) => {
    server.answer('getSessionThanks', () => ({ isOpen: true, given: null, received: null }));
    render(
      <main tabIndex={-1}>
        <h1>Session</h1>
        <AfterSession session={sessionOf(1, changes)} partner={ben} hasTalked={hasTalked} />
      </main>,
    );
  };
  const offered = async () => {
    await expect.element(page.getByRole('heading', { name: 'Session', exact: true })).toBeVisible();
    return {
      again: page.getByRole('heading', { name: 'Same time next week?' }).query() !== null,
      weekly: page.getByRole('button', { name: 'Every week?' }).query() !== null,
    };
  };

  test.each([
    ['without an answer', { answer: null, isOpen: true }, {}, false, false],
    ['that took place', { answer: 'kept', isOpen: false }, {}, false, true],
    ['that was missed', { answer: 'missed', isOpen: false }, {}, false, false],
    [
      'that was missed, and asked for by the partner',
      { answer: 'missed', isOpen: false },
      { isWanted: true },
      false,
      true,
    ],
    ['without an answer, after a talk', { answer: null, isOpen: true }, {}, true, true],
  ] as const)(
    '%s offers a repetition where it can be wanted',
    async (_case, outcome, changes, hasTalked, isOffered) => {
      show({ outcome, again: { ...offer, ...changes }, weekly: open }, hasTalked);
      expect(await offered()).toEqual({ again: isOffered, weekly: isOffered });
    },
  );

  test('is thanks where it took place, and nothing to answer once the question is closed', async () => {
    show({ outcome: { answer: 'kept', isOpen: false } });
    await expect.element(button('Say thanks')).toBeVisible();
    await expect.element(page.getByText('You said that you talked.')).toBeVisible();
    expect(button('Change').query()).toBeNull();
  });

  test.each([
    [{ isAsked: true }, 'Asked. It is booked once Ben agrees.', null],
    [{ isWanted: true }, 'Ben would like to.', 'Book it'],
    [{}, null, 'Ask for it'],
  ])('the same time next week (%j) says how it stands', async (changes, words, act) => {
    server.answer('bookAgain', () => ({ slot: null }));
    show({ outcome: { answer: 'kept', isOpen: false }, again: { ...offer, ...changes } });
    await expect.element(page.getByText(/^Tuesday, May 21, 2030/)).toBeVisible();
    if (words) await expect.element(page.getByText(words)).toBeVisible();
    expect(['Book it', 'Ask for it'].filter((name) => button(name).query())).toEqual(act ? [act] : []);
    if (!act) return;
    await userEvent.click(button(act));
    await expect
      .poll(() => server.params('bookAgain'))
      .toEqual([{ scheduleSlotId: sessionOf(1).scheduleSlotId }]);
  });

  test('questions beyond those shown are counted, with the way to them', async () => {
    const slots = Array.from({ length: 9 }, (_, place) =>
      sessionOf(place + 1, { startsAt: new Date(Date.now() - (place + 2) * hourMs) }),
    );
    server.answer('listAppointments', () => ({ count: slots.length, slots }));
    render(<OpenQuestions shown={slots.slice(0, 1)} />);
    const items = page.getByRole('listitem');
    await expect.element(items.first()).toBeVisible();
    const left = slots.length - 1 - items.elements().length;
    const more = page.getByRole('link', { name: /under “Past”$/ });
    await expect.element(more).toHaveTextContent(`${left} more questions are under “Past”`);
    await expect.element(more).toHaveAttribute('href', '/appointments?show=past');
  });
});

test.each([
  ['asked', 'You asked to meet every week', 'Asked. It begins once Ben agrees.', ['Take it back']],
  ['wanted', 'Ben would like every week', 'Ben would like to.', ['No, thank you', 'Agree']],
] as const)('a series that is %s says so and offers the answers', async (state, label, words, acts) => {
  server.answer('endWeekly', () => ({}));
  const ahead = sessionOf(1, { startsAt: new Date(Date.now() + 24 * hourMs) });
  render(<WeeklyButton session={ahead} partner={ben} weekly={{ state, leftOut: [] }} />);
  await userEvent.click(page.getByRole('button', { name: label }));
  const dialog = page.getByRole('dialog', { name: 'Every week at the same time?' });
  await expect.element(dialog.getByText(words)).toBeVisible();
  for (const act of acts) await expect.element(button(act)).toBeVisible();
  await userEvent.click(button(acts[0]));
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => server.params('endWeekly')).toEqual([{ scheduleSlotId: ahead.scheduleSlotId }]);
});

test('the weeks that were left out are named with the reason', async () => {
  const leftOut = [
    { startsAt: new Date('2030-05-21T12:00:00Z'), reason: 'busy' as const },
    { startsAt: new Date('2030-05-28T12:00:00Z'), reason: 'skipped' as const },
  ];
  render(<WeeksLeftOut weeks={leftOut} />);
  await expect
    .element(page.getByText('Not on Tuesday, May 21, 2030: one of you is busy then.'))
    .toBeVisible();
  await expect.element(page.getByText('Not on Tuesday, May 28, 2030: this one is skipped.')).toBeVisible();
});

test.each([
  ['the own time', ownUserId, ben.userId],
  ['the time of the partner', ben.userId, ownUserId],
])('a session at %s is with the partner', async (_case, userId, bookedByUserId) => {
  const personOf = (id: string) => (id === ownUserId ? profileOf(ownUserId, 'Ada') : ben);
  server.answer('listAppointments', () => ({
    count: 1,
    slots: [
      sessionOf(1, {
        userId,
        bookedByUserId,
        user: personOf(userId),
        bookedByUser: personOf(bookedByUserId),
      }),
    ],
  }));
  render(<AfterSessionOf scheduleSlotId={sessionOf(1).scheduleSlotId} startsAt={new Date()} />);
  await expect.element(button('No, Ben did not come')).toBeVisible();
});

describe('the record on a profile', () => {
  const show = (changes: object) =>
    render(
      <RecordLines profile={{ ...ben, languages: [], sessions: null, answersWithin: null, ...changes }} />,
    );

  test.each([
    [{ sessions: { kept: 1, total: 1 } }, 'Came to 1 of 1 session'],
    [{ sessions: { kept: 9, total: 12 } }, 'Came to 9 of 12 sessions'],
    [{ answersWithin: 'hour' }, 'Usually answers within an hour'],
    [{ answersWithin: 'day' }, 'Usually answers within a day'],
    [{ answersWithin: 'days' }, 'Usually answers within a few days'],
  ])('says %j', async (changes, text) => {
    show(changes);
    await expect.element(page.getByText(text)).toBeVisible();
    expect(page.getByText(/^(Came to|Usually answers)/).elements()).toHaveLength(1);
  });

  test('explains what it counts, and nothing else', async () => {
    show({ answersWithin: 'day' });
    await userEvent.click(page.getByText('How is this counted?'));
    await expect.element(page.getByText(/^How soon more than half/)).toBeVisible();
    expect(page.getByText(/^What at least three partners said/).query()).toBeNull();
  });
});
