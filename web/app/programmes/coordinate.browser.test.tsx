import { ApiError } from '@parlance/contract/errors';
import { filled } from '@parlance/contract/message';
import { lockRefusals } from '@parlance/contract/programme-limits';
import type { RoundPair } from '@parlance/contract/programme-rounds';
import type { Programme } from '@parlance/contract/programmes';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import {
  at,
  coordinatorView,
  idOf,
  pairOf,
  programmeId,
  programmeSample,
  roundId,
  studentOf,
} from '#test/browser/programme-samples';
import { emptyOverview, showCoordinator as show } from '#test/browser/programme-screens';
import { pass, setLanguage, stopClock } from '#test/browser/surroundings';

let programme: Programme;
let round: Parameters<typeof answerRound>[0];
const two = (userId: string, partnerUserId: string) => ({ userId, partnerUserId });
const left = {
  student: { userId: idOf(30), name: 'Omar' },
  reason: { kind: 'taken' as const, count: 3, reach: 0, hours: [], languageCodes: [] },
};

function answerRound(changes: {
  pairs?: RoundPair[];
  locked?: ReturnType<typeof two>[];
  isOutdated?: boolean;
  publishedAt?: Date | null;
}) {
  const { pairs = [pairOf(10, 'Ana', 'Bo'), pairOf(20, 'Cem', 'Dora')], locked = [] } = changes;
  return {
    round: {
      roundId,
      state: 'done' as const,
      madeAt: at,
      publishedAt: changes.publishedAt ?? null,
      isOutdated: changes.isOutdated ?? false,
      isOptimal: true,
      numbers: { students: 5, pairs: pairs.length, left: 1, score: 164 },
    },
    pairs,
    left: [left],
    locked,
    apart: [],
  };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });

beforeEach(() => {
  programme = programmeSample;
  round = {};
  server.answer('getProgramme', () => coordinatorView(programme));
  server.answer('listRounds', () => ({ count: 1, rounds: [answerRound(round).round] }));
  server.answer('getRound', () => answerRound(round));
  server.answer('startRound', () => ({ roundId }));
});

describe('matching', () => {
  test('shows pairs with reasons and unmatched students with theirs', async () => {
    show('/matching');
    await expect.element(page.getByText('2 pairs · 1 student without a partner')).toBeVisible();
    await expect
      .element(row('Ana and Bo').getByText('German and Spanish · 2 h 30 a week in common · 82 of 100 points'))
      .toBeVisible();
    await expect.element(row('Ana and Bo').getByText('First choice of both')).toBeVisible();
    await expect.element(row('Ana and Bo').getByText('Native speakers')).not.toBeInTheDocument();
    await expect
      .element(row('Omar').getByText('3 people would fit, and all of them already have a partner.'))
      .toBeVisible();
  });

  test('a locked and an unpaired pair take effect with the next round; until then nothing can be published', async () => {
    show('/matching');
    await row('Ana and Bo').getByRole('button', { name: 'Lock' }).click();
    await row('Cem and Dora').getByRole('button', { name: 'Unpair' }).click();
    await expect.element(page.getByText('2 changes take effect with the next round.')).toBeVisible();
    await expect.element(button('Publish 2 pairs')).toBeDisabled();
    // The next act stands out, not the one that has to wait.
    const accent = getComputedStyle(button('Publish 2 pairs').element()).backgroundColor;
    await expect.element(button('Try a round with the changes')).toHaveStyle({ backgroundColor: accent });
    const unlock = row('Ana and Bo').getByRole('button', { name: 'Unlock' });
    await expect.element(unlock).toHaveAccessibleDescription('Ana and Bo');
    // The label changes: a pressed state beside it would say the opposite.
    await expect.element(unlock).not.toHaveAttribute('aria-pressed');
    await button('Try a round with the changes').click();
    await expect
      .poll(() => server.payloads('startRound'))
      .toEqual([{ locked: [two(idOf(10), idOf(11))], apart: [two(idOf(20), idOf(21))] }]);
  });

  test('a change that is taken back leaves the round as it is', async () => {
    show('/matching');
    await row('Ana and Bo').getByRole('button', { name: 'Unpair' }).click();
    await row('Ana and Bo').getByRole('button', { name: 'Keep the pair' }).click();
    await expect.element(button('Publish 2 pairs')).toBeEnabled();
    await expect.element(button('Try a round')).toBeVisible();
  });

  test('pairs are published after a confirmation that says what happens; a refusal stays in the dialog', async () => {
    server.answer('publishRound', () => {
      throw new ApiError('NotAllowed', {
        message: 'The data have changed since this round. Please try a new one.',
      });
    });
    show('/matching');
    await button('Publish 2 pairs').click();
    await expect.element(dialog().getByText(/^Every student gets an email/)).toBeVisible();
    expect(server.params('publishRound')).toEqual([]);
    await dialog().getByRole('button', { name: 'Publish 2 pairs' }).click();
    await expect.element(dialog().getByText(/^The data have changed since this round/)).toBeVisible();
    server.answer('publishRound', () => {
      round = { publishedAt: at };
      return {};
    });
    await dialog().getByRole('button', { name: 'Publish 2 pairs' }).click();
    await expect
      .element(page.getByText('Published on March 21, 2026. Students have their partners.'))
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Publish/ })).not.toBeInTheDocument();
    await expect.poll(() => server.params('publishRound').at(-1)).toEqual({ programmeId, roundId });
    // The pressed button has disappeared.
    await expect.element(page.getByRole('main')).toHaveFocus();
  });

  test('a further round keeps the focus on its button and begins without the changes of the one before', async () => {
    let current = roundId;
    const answer = () => {
      const answered = answerRound(round);
      return { ...answered, round: { ...answered.round, roundId: current } };
    };
    server.answer('listRounds', () => ({ count: 1, rounds: [answer().round] }));
    server.answer('getRound', answer);
    server.answer('startRound', () => {
      current = idOf(3);
      return { roundId: current };
    });
    show('/matching');
    await row('Ana and Bo').getByRole('button', { name: 'Unpair' }).click();
    await button('Try a round with the changes').click();
    await expect.poll(() => server.params('getRound').at(-1)).toMatchObject({ roundId: idOf(3) });
    await expect.element(button('Publish 2 pairs')).toBeEnabled();
    await expect.element(button('Try a round')).toHaveFocus();
  });

  test('an outdated round cannot be published', async () => {
    round = { isOutdated: true };
    show('/matching');
    await expect.element(page.getByText(/^Students or settings have changed since/)).toBeVisible();
    await expect.element(button('Publish 2 pairs')).toBeDisabled();
  });

  test('an unmatched student gets a partner by hand', async () => {
    server.answer('listStudents', () => ({
      count: 2,
      students: [studentOf(30, 'Omar'), studentOf(31, 'Pia')],
    }));
    show('/matching');
    await row('Omar').getByRole('button', { name: 'Choose a partner' }).click();
    await expect.element(dialog().getByRole('radio', { name: /Omar/ })).not.toBeInTheDocument();
    await button('Lock the pair').click();
    const missing = dialog().getByText('Please choose a partner.');
    await expect.element(missing).toBeVisible();
    // Another name lets go of the choice, which may no longer be in the list.
    await dialog().getByRole('radio', { name: /Pia/ }).click();
    await dialog().getByRole('searchbox').fill('Pi');
    await expect.element(dialog().getByRole('radio', { name: /Pia/ })).not.toBeChecked();
    expect(missing.query()).toBeNull();
    await button('Lock the pair').click();
    await expect.element(missing).toBeVisible();
    await dialog().getByRole('radio', { name: /Pia/ }).click();
    await expect.element(missing).not.toBeInTheDocument();
    await button('Lock the pair').click();
    await expect.element(row('Omar').getByText('Omar and Pia')).toBeVisible();
    const message = filled(lockRefusals.before, { first: 'Omar', second: 'Pia' });
    server.answer('startRound', () => {
      throw new ApiError('NotAllowed', message);
    });
    await button('Try a round with the changes').click();
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Omar and Pia are or were partners in this programme.');
    await expect
      .poll(() => server.payloads('startRound'))
      .toEqual([{ locked: [two(idOf(30), idOf(31))], apart: [] }]);
    // The refused pair is taken back, and the next round goes without it.
    await row('Omar').getByRole('button', { name: 'Unlock' }).click();
    await expect.element(row('Omar').getByText('Omar and Pia')).not.toBeInTheDocument();
    await expect.element(row('Omar').getByRole('button', { name: 'Choose a partner' })).toHaveFocus();
    await button('Try a round').click();
    await expect.poll(() => server.payloads('startRound').at(-1)).toEqual({ locked: [], apart: [] });
  });

  test('a locked pair stays locked in the next round, until it is unlocked', async () => {
    const pairs = [{ ...pairOf(10, 'Ana', 'Bo'), isLocked: true, isSecond: true }];
    round = { pairs, locked: [two(idOf(11), idOf(10)), two(idOf(50), idOf(51))] };
    show('/matching');
    const ana = row('Ana and Bo');
    await expect.element(ana.getByText('Locked')).toBeVisible();
    await expect.element(ana.getByText('Second partner')).toBeVisible();
    await button('Try a round').click();
    await expect
      .poll(() => server.payloads('startRound').at(-1))
      .toEqual({ locked: [two(idOf(11), idOf(10)), two(idOf(50), idOf(51))], apart: [] });
    await ana.getByRole('button', { name: 'Unlock' }).click();
    await expect.element(ana.getByText('Locked')).not.toBeInTheDocument();
    await button('Try a round with the changes').click();
    await expect
      .poll(() => server.payloads('startRound').at(-1))
      .toEqual({ locked: [two(idOf(50), idOf(51))], apart: [] });
    await ana.getByRole('button', { name: 'Lock' }).click();
    await expect.element(ana.getByText('Locked')).toBeVisible();
    await expect.element(button('Try a round')).toBeVisible();
    await ana.getByRole('button', { name: 'Unpair' }).click();
    await expect.element(ana.getByText('Locked')).not.toBeInTheDocument();
    await expect.element(ana.getByRole('button', { name: 'Lock' })).toBeDisabled();
  });

  test('published pairs can no longer be changed, and are not locked again by a further round', async () => {
    round = { publishedAt: at, locked: [two(idOf(10), idOf(11))] };
    programme = { ...programme, state: 'running' };
    show('/matching');
    await expect.element(row('Ana and Bo')).toBeVisible();
    for (const name of ['Lock', 'Unpair', 'Choose a partner'])
      await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument();
    await button('Try a round').click();
    await expect.poll(() => server.payloads('startRound')).toEqual([{ locked: [], apart: [] }]);
  });

  test('more than half of the points of a criterion are a reason; a pair made by hand has its own words', async () => {
    const base = pairOf(10, 'Ana', 'Bo');
    round = {
      pairs: [
        { ...base, points: { hours: 30, levels: 10, choice: 0, natives: 8, wishes: 7 } },
        { ...pairOf(20, 'Cem', 'Dora'), teaches: null, learns: null, points: null },
      ],
    };
    show('/matching');
    await expect.element(row('Ana and Bo').getByText('Native speakers')).toBeVisible();
    for (const words of ['Similar levels', 'First choice of both', 'Wishes fulfilled'])
      expect(row('Ana and Bo').getByText(words).query()).toBeNull();
    await expect
      .element(row('Cem and Dora').getByText('Their languages do not fit; you paired them yourself.'))
      .toBeVisible();
  });

  test('a round that is worked out is looked at each second until it is done', async () => {
    let state: 'working' | 'done' = 'working';
    server.answer('getRound', () => {
      const answer = answerRound(round);
      return { ...answer, round: { ...answer.round, state } };
    });
    stopClock(at);
    show('/matching');
    await expect.element(page.getByText(/^Pairs are being worked out/)).toBeVisible();
    await expect.element(button('Try a round')).toHaveAttribute('aria-busy', 'true');
    const asked = () => server.params('getRound').length;
    const before = asked();
    await pass(1000);
    await expect.poll(asked).toBe(before + 1);
    state = 'done';
    await pass(1000);
    await expect.element(row('Ana and Bo')).toBeVisible();
    const last = asked();
    await pass(5000);
    expect(asked()).toBe(last);
  });

  test('a round that failed or ran out of time says so', async () => {
    server.answer('getRound', () => {
      const answer = answerRound(round);
      return { ...answer, round: { ...answer.round, state: 'failed' as const } };
    });
    show('/matching');
    await expect.element(page.getByText(/^The round could not be worked out/)).toBeVisible();
    expect(row('Ana and Bo').query()).toBeNull();
    server.answer('getRound', () => {
      const answer = answerRound(round);
      return { ...answer, round: { ...answer.round, isOptimal: false } };
    });
    await button('Try a round').click();
    await expect.element(page.getByText(/^The time was not enough for the best result/)).toBeVisible();
  });

  test('says in Arabic how many pairs there are', async () => {
    await setLanguage('ar');
    show('/matching');
    await expect.element(page.getByText(/ثنائيان/).first()).toBeVisible();
    expect(document.documentElement.dir).toBe('rtl');
  });
});

describe('messages', () => {
  test('keep the text when they are refused, and need a subject', async () => {
    server.answer('mailStudents', () => {
      throw new ApiError('TooManyRequests');
    });
    show('/messages?to=at-risk');
    await page.getByLabelText('Text').fill('Please meet.');
    await button('Send').click();
    await expect.element(page.getByText('Please write a subject')).toBeVisible();
    await expect.element(page.getByLabelText('Subject')).toHaveFocus();
    await page.getByLabelText('Subject').fill('Hello');
    await button('Send').click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(page.getByLabelText('Text')).toHaveValue('Please meet.');
    await expect
      .poll(() => server.payloads('mailStudents'))
      .toEqual([{ to: 'at-risk', subject: 'Hello', text: 'Please meet.' }]);
    server.answer('mailStudents', () => ({ count: 7 }));
    await button('Send').click();
    await expect.element(page.getByText('The mail goes to 7 students.')).toBeVisible();
    await expect.element(page.getByLabelText('Text')).toHaveValue('');
  });

  test('that are begun while one is sent are not emptied with it', async () => {
    const sent = Promise.withResolvers<{ count: number }>();
    server.answer('mailStudents', () => sent.promise);
    show('/messages');
    await page.getByLabelText('Subject').fill('Hello');
    await page.getByLabelText('Text').fill('Please meet.');
    await button('Send').click();
    await expect.element(button('Sending...')).toBeVisible();
    await page.getByLabelText('Text').fill('Another thing');
    sent.resolve({ count: 1 });
    await expect.element(page.getByText('The mail goes to 1 student.')).toBeVisible();
    await expect.element(page.getByLabelText('Text')).toHaveValue('Another thing');
    await expect.element(page.getByLabelText('Subject')).toHaveValue('');
    await expect
      .poll(() => server.payloads('mailStudents'))
      .toEqual([{ to: 'all', subject: 'Hello', text: 'Please meet.' }]);
  });
});

describe('the next step', () => {
  test('changes the state only after a confirmation', async () => {
    programme = { ...programme, state: 'registration' };
    server.answer('getProgrammeOverview', () => ({
      ...emptyOverview,
      languages: [{ languageCode: 'de', offered: 2, sought: 1 }],
    }));
    server.answer('setProgrammeState', ({ payload }) => {
      programme = { ...programme, state: payload.state as Programme['state'] };
      return programme;
    });
    show();
    await button('Close registration').click();
    expect(server.payloads('setProgrammeState')).toEqual([]);
    await dialog().getByRole('button', { name: 'Close registration' }).click();
    await expect.element(page.getByText('Choosing partners')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Choose partners' })).toBeVisible();
    await expect.poll(() => server.payloads('setProgrammeState')).toEqual([{ state: 'matching' }]);
  });
});

describe('invitations', () => {
  test('show the link once, with the chosen limits', async () => {
    server.answer('listStudents', () => ({ count: 0, students: [] }));
    server.answer('listProgrammeInvitations', () => ({ count: 0, invitations: [] }));
    const url = 'https://parlance.example/join/secret';
    server.answer('inviteStudents', ({ payload: { uses, until } }) => ({
      url,
      invitation: {
        invitationId: idOf(40),
        createdAt: at,
        until: until as Date,
        uses: uses as number,
        used: 0,
        domain: null,
      },
    }));
    show('/students');
    await expect.element(page.getByText(/^Nobody has joined yet/)).toBeVisible();
    await button('New invitation link').click();
    await userEvent.fill(page.getByLabelText('For how many students?'), '0');
    await button('Create the link').click();
    expect(server.payloads('inviteStudents')).toEqual([]);
    await userEvent.fill(page.getByLabelText('For how many students?'), '35');
    await button('Create the link').click();
    await expect.element(page.getByText(url)).toBeVisible();
    await expect.poll(() => server.payloads('inviteStudents')).toMatchObject([{ uses: 35 }]);
    await expect.poll(() => server.payloads('inviteStudents')[0]).not.toHaveProperty('domain');
    await page.getByRole('button', { name: 'Dismiss' }).first().click();
    await expect.element(page.getByText(url)).not.toBeInTheDocument();
    await button('New invitation link').click();
    await userEvent.fill(page.getByLabelText('For how many days?'), '7');
    await userEvent.fill(page.getByLabelText(/^Only for email addresses/), ' uni.example ');
    const begun = Date.now();
    await button('Create the link').click();
    await expect.poll(() => server.payloads('inviteStudents')).toHaveLength(2);
    const { until, domain } = server.payloads('inviteStudents')[1] ?? {};
    expect(domain).toBe('uni.example');
    const days = ((until as Date).getTime() - begun) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(7);
    expect(days).toBeLessThan(7.01);
  });

  test.each([
    ['matching', () => button('New invitation link')],
    ['closed', () => page.getByRole('main')],
  ] as const)('are revoked one by one, and the focus stays on the page (%s)', async (state, focused) => {
    programme = { ...programme, state };
    const invitationOf = (serial: number, used: number) => ({
      invitationId: idOf(serial),
      createdAt: at,
      until: new Date('2026-04-01T12:00:00.000Z'),
      uses: 100,
      used,
      domain: null,
    });
    let invitations = [invitationOf(40, 3), invitationOf(41, 5)];
    server.answer('listStudents', () => ({ count: 0, students: [] }));
    server.answer('listProgrammeInvitations', () => ({ count: invitations.length, invitations }));
    server.answer('revokeProgrammeInvitation', ({ params: { invitationId } }) => {
      invitations = invitations.filter((one) => one.invitationId !== invitationId);
      return {};
    });
    show('/students');
    const revoke = row('5 of 100 places').getByRole('button', { name: 'Revoke' });
    await expect.element(revoke).toHaveAccessibleDescription(/^5 of 100 places used/);
    await revoke.click();
    await expect.element(revoke).not.toBeInTheDocument();
    await expect.element(row('3 of 100 places')).toBeVisible();
    await expect.element(focused()).toHaveFocus();
  });
});

describe('a student', () => {
  const detail = `/students/${idOf(30)}`;
  const omar = {
    ...studentOf(30, 'Omar'),
    partners: [{ pairId: idOf(60), userId: idOf(31), name: 'Pia' }],
    certificate: { issuedAt: at, keepUntil: null, withdrawnAt: null },
  };
  beforeEach(() => {
    server.answer('listStudents', () => ({ count: 1, students: [omar] }));
    server.answer('listProgrammeInvitations', () => ({ count: 0, invitations: [] }));
  });

  test('is the one of the address, or has left', async () => {
    show(`/students/${idOf(77)}`);
    await expect.element(page.getByText('This student is no longer in the programme.')).toBeVisible();
    await expect.poll(() => server.payloads('listStudents')).toEqual([{ userId: idOf(77), limit: 1 }]);
  });

  test('loses the certificate only with a reason', async () => {
    server.answer('withdrawCertificate', () => ({}));
    show(detail);
    await button('Withdraw the certificate').click();
    await dialog().getByRole('button', { name: 'Withdraw the certificate' }).click();
    await expect.element(dialog().getByText('Give a reason')).toBeVisible();
    await dialog().getByLabelText('Reason').fill('Copied');
    await expect.element(dialog().getByText('Give a reason')).not.toBeInTheDocument();
    await dialog().getByRole('button', { name: 'Withdraw the certificate' }).click();
    await expect.element(page.getByText('The certificate is withdrawn.')).toBeVisible();
    await expect
      .poll(() => server.payloads('withdrawCertificate'))
      .toEqual([{ userId: idOf(30), reason: 'Copied' }]);
  });

  test('is parted from the partner of the pressed button', async () => {
    const other = { pairId: idOf(61), userId: idOf(32), name: 'Quin' };
    server.answer('listStudents', () => ({
      count: 1,
      students: [{ ...omar, partners: [...omar.partners, other] }],
    }));
    server.answer('endPair', () => ({}));
    show(detail);
    await button('End the pair with Quin').click();
    expect(server.params('endPair')).toEqual([]);
    await button('End the pair').click();
    await expect.element(page.getByText('The pair has ended.')).toBeVisible();
    await expect.poll(() => server.params('endPair')).toEqual([{ programmeId, pairId: idOf(61) }]);
  });

  test('is removed after a question, which leads back to the list', async () => {
    server.answer('removeStudent', () => {
      server.answer('listStudents', () => ({ count: 0, students: [] }));
      return {};
    });
    const { router } = show(detail);
    await button('Remove from the programme').click();
    await expect.element(page.getByRole('dialog', { name: 'Remove Omar' })).toBeVisible();
    await dialog().getByRole('button', { name: 'Remove from the programme' }).click();
    await expect.element(page.getByText('The student is removed.')).toBeVisible();
    expect(router.state.location.pathname).toBe(`/programmes/${programmeId}/coordinate/students`);
    await expect.poll(() => server.params('removeStudent')).toEqual([{ programmeId, userId: idOf(30) }]);
    await expect.element(page.getByText('0 students')).toBeVisible();
  });
});

test('a member who does not coordinate is led to the own page', async () => {
  server.answer('getProgramme', () => ({ ...coordinatorView(programme), role: 'guest' }));
  server.answer('listOwnLanguages', () => ({ languages: [] }));
  server.answer('getWeeklyHours', () => {
    throw new ApiError('ServerError');
  });
  const { router } = show('/students');
  await expect.poll(() => router.state.location.pathname).toBe(`/programmes/${programmeId}/join`);
});
