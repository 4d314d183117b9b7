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
import { setLanguage } from '#test/browser/surroundings';

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
    expect(server.params('publishRound').at(-1)).toEqual({ programmeId, roundId });
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
    expect(server.payloads('startRound')).toEqual([{ locked: [two(idOf(30), idOf(31))], apart: [] }]);
    // The refused pair is taken back, and the next round goes without it.
    await row('Omar').getByRole('button', { name: 'Unlock' }).click();
    await expect.element(row('Omar').getByText('Omar and Pia')).not.toBeInTheDocument();
    await expect.element(row('Omar').getByRole('button', { name: 'Choose a partner' })).toHaveFocus();
    await button('Try a round').click();
    await expect.poll(() => server.payloads('startRound').at(-1)).toEqual({ locked: [], apart: [] });
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
    expect(server.payloads('mailStudents')).toEqual([
      { to: 'at-risk', subject: 'Hello', text: 'Please meet.' },
    ]);
    server.answer('mailStudents', () => ({ count: 7 }));
    await button('Send').click();
    await expect.element(page.getByText('The mail goes to 7 students.')).toBeVisible();
    await expect.element(page.getByLabelText('Text')).toHaveValue('');
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
    expect(server.payloads('setProgrammeState')).toEqual([{ state: 'matching' }]);
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
    expect(server.payloads('inviteStudents')).toMatchObject([{ uses: 35 }]);
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
