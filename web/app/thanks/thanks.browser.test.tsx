import type { Calls } from '@parlance/client/http';
import { ApiError } from '@parlance/contract/errors';
import { type SessionThanks, type Thanks, thanksPageSizes } from '@parlance/contract/thanks';
import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '#lib/query-client';
import { peopleKey } from '#people/people-queries';
import { server } from '#test/browser/network';
import { leave, ownUserId, render } from '#test/browser/render';
import { ben } from '#test/browser/samples';
import { setZone } from '#test/browser/surroundings';
import { SayThanks } from './say-thanks';
import { thanksQuery } from './thanks-queries';
import { ThanksSection } from './thanks-section';

const createdAt = new Date('2026-01-02T03:04:05.000Z');
const scheduleSlotId = '00000000-0000-7000-8000-000000000301';
let said: SessionThanks;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const boxes = () => page.getByRole('checkbox');
const text = () => page.getByRole('textbox', { name: 'In your own words' });

describe('thanks for a session', () => {
  beforeEach(async () => {
    said = { isOpen: true, given: null, received: null };
    server.answer('getSessionThanks', () => said);
    server.answer('giveThanks', ({ payload }) => {
      const { words, text: written } = payload as Pick<Thanks, 'words' | 'text'>;
      said = { ...said, given: { words, text: written, givenAt: createdAt, isShown: false } };
      return said;
    });
    await setZone('UTC');
    render(
      <SayThanks
        scheduleSlotId={scheduleSlotId}
        endsAt={new Date('2026-05-01T12:00:00Z')}
        partnerName="Ben"
      />,
    );
  });

  test('are on the profile of the partner as soon as they are saved', async () => {
    let reads = 0;
    const observer = new QueryObserver(queryClient, {
      queryKey: [...peopleKey, 'thanks of Ben'],
      queryFn: () => {
        reads += 1;
        return reads;
      },
    });
    onTestFinished(observer.subscribe(() => undefined));
    await expect.poll(() => reads).toBe(1);
    await userEvent.click(button('Say thanks'));
    await userEvent.click(boxes().first());
    await userEvent.click(button('Save thanks'));
    await expect.element(page.getByText('You thanked Ben:')).toBeVisible();
    await expect.poll(() => reads).toBe(2);
  });

  test('have three words at most, and the focus moves into the form and out of it', async () => {
    await userEvent.click(button('Say thanks'));
    await expect.element(boxes().first()).toHaveFocus();
    for (const place of [0, 1, 2]) {
      await expect.element(boxes().nth(3)).toBeEnabled();
      await userEvent.click(boxes().nth(place));
    }
    await expect.element(boxes().nth(3)).toBeDisabled();
    await expect.element(boxes().nth(2)).toBeEnabled();
    await userEvent.click(boxes().nth(2));
    await expect.element(boxes().nth(3)).toBeEnabled();
    await userEvent.fill(text(), '  So patient  ');
    await userEvent.click(button('Save thanks'));
    await expect.element(page.getByText('You thanked Ben:')).toBeVisible();
    await expect.element(page.getByRole('region', { name: 'Thanks' })).toHaveFocus();
    await expect.poll(() => server.payloads('giveThanks')).toMatchObject([{ text: 'So patient' }]);
    await expect.poll(() => server.payloads('giveThanks')[0]?.words).toHaveLength(2);
    await expect
      .element(page.getByText('It is shown once Ben has written as well, or on May 15, 2026.'))
      .toBeVisible();
  });

  test('that could not be saved keep their words', async () => {
    server.answer('giveThanks', () => {
      throw new ApiError('ServerError');
    });
    await userEvent.click(button('Say thanks'));
    await userEvent.click(boxes().first());
    await userEvent.fill(text(), 'So patient');
    await userEvent.click(button('Save thanks'));
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(text()).toHaveValue('So patient');
    await expect.element(boxes().first()).toBeChecked();
  });

  test('are not written by Cancel, which returns the focus', async () => {
    await userEvent.click(button('Say thanks'));
    await userEvent.fill(text(), 'Never mind');
    await userEvent.click(button('Cancel'));
    await expect.element(page.getByRole('region', { name: 'Thanks' })).toHaveFocus();
    expect(server.payloads('giveThanks')).toEqual([]);
  });
});

describe('thanks that were said', () => {
  const given = { words: ['patience' as const], text: 'So kind', givenAt: createdAt, isShown: false };
  const received = {
    ...{ thanksId: scheduleSlotId, words: ['humour' as const], text: 'Great fun', shownAt: createdAt },
    from: ben,
  };
  const show = (known: Partial<SessionThanks>) => {
    server.answer('getSessionThanks', () => ({ isOpen: true, given: null, received: null, ...known }));
    render(
      <>
        <h1>Session</h1>
        <SayThanks
          scheduleSlotId={scheduleSlotId}
          endsAt={new Date('2026-05-01T12:00:00Z')}
          partnerName="Ben"
        />
      </>,
    );
  };

  test('are changed from what they were; without words they are refused until some are written', async () => {
    server.answer('giveThanks', ({ payload }) => ({
      ...{ isOpen: true, received: null },
      given: { ...(payload as Pick<Thanks, 'words' | 'text'>), givenAt: createdAt, isShown: false },
    }));
    show({ given });
    await userEvent.click(button('Change'));
    await expect.element(text()).toHaveValue('So kind');
    const patience = page.getByRole('checkbox', { name: 'Patience' });
    await expect.element(patience).toBeChecked();
    await userEvent.click(patience);
    await userEvent.clear(text());
    await userEvent.click(button('Save thanks'));
    await expect.element(text()).toHaveAttribute('aria-invalid', 'true');
    expect(server.payloads('giveThanks')).toEqual([]);
    await userEvent.fill(text(), 'T');
    await expect.element(text()).not.toHaveAttribute('aria-invalid');
    await userEvent.clear(text());
    await userEvent.click(button('Save thanks'));
    await expect.element(text()).toHaveAttribute('aria-invalid', 'true');
    await userEvent.click(page.getByRole('checkbox', { name: 'Good humour' }));
    await expect.element(text()).not.toHaveAttribute('aria-invalid');
    await userEvent.click(button('Save thanks'));
    await expect.poll(() => server.payloads('giveThanks')).toEqual([{ words: ['humour'], text: '' }]);
  });

  test('stay when the time for them is over, each with its writer', async () => {
    show({ isOpen: false, given: { ...given, isShown: true }, received });
    const figure = (words: string) => page.getByRole('figure').filter({ hasText: words });
    await expect.element(figure('Ben thanked you:')).toMatchTextContent(/Good humourGreat fun$/);
    await expect.element(figure('You thanked Ben:')).toMatchTextContent(/PatienceSo kind$/);
    expect(page.getByText(/^It is shown once/).query()).toBeNull();
    expect(page.getByRole('button').elements()).toEqual([]);
  });

  test('that nobody wrote in time leave nothing', async () => {
    show({ isOpen: false });
    await expect.poll(() => server.params('getSessionThanks')).toHaveLength(1);
    await userEvent.keyboard('{Shift}');
    expect(page.getByRole('region', { name: 'Thanks' }).query()).toBeNull();
  });
});

describe('received thanks', () => {
  const profile = {
    userId: ownUserId,
    name: 'Ada',
    description: '',
    profileImageUrl: null,
    createdAt,
    languages: [],
  };
  let thanks: Thanks;
  beforeEach(() => {
    thanks = {
      thanksId: '00000000-0000-7000-8000-000000000401',
      from: { ...profile, userId: '00000000-0000-7000-8000-00000000000b', name: 'Ben' },
      words: [],
      text: 'So patient',
      shownAt: createdAt,
      isHidden: false,
    };
    server.answer('listThanks', () => ({ count: 1, thanks: [thanks] }));
    server.answer('updateThanks', ({ payload }) => {
      thanks = { ...thanks, isHidden: payload.isHidden as boolean };
      return {};
    });
    render(<ThanksSection profile={profile} />);
  });
  const menu = () => button('What to do about the thanks of Ben');

  test('are hidden and shown again by their recipient', async () => {
    await userEvent.click(menu());
    await userEvent.click(page.getByRole('menuitem', { name: 'Hide it from others' }));
    await expect.element(page.getByText('Only you and Ben see this')).toBeVisible();
    await userEvent.click(menu());
    await userEvent.click(page.getByRole('menuitem', { name: 'Show it to others again' }));
    await expect.element(page.getByText('Only you and Ben see this')).not.toBeInTheDocument();
    await expect
      .poll(() => server.payloads('updateThanks'))
      .toEqual([{ isHidden: true }, { isHidden: false }]);
  });

  test('are reported with what their recipient says of them', async () => {
    server.answer('reportThanks', () => ({}));
    await userEvent.click(menu());
    await userEvent.click(page.getByRole('menuitem', { name: 'Report' }));
    const dialog = page.getByRole('dialog', { name: 'Report these thanks' });
    await expect.element(dialog).toMatchTextContent(/Ben.*So patient/);
    await userEvent.fill(dialog.getByRole('textbox'), ' Not true ');
    await userEvent.click(dialog.getByRole('button', { name: 'Report', exact: true }));
    await expect.element(page.getByText('Thank you. The thanks were reported.')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(() => server.params('reportThanks')).toEqual([{ thanksId: thanks.thanksId }]);
    await expect
      .poll(() => server.payloads('reportThanks'))
      .toEqual([{ reason: 'harassment', text: 'Not true' }]);
  });

  test('of others have nothing to do about them; their pages keep the address', async () => {
    leave();
    queryClient.clear();
    const { isHidden: _own, ...ofOthers } = thanks;
    server.answer('listThanks', () => ({ count: 3 * thanksPageSizes.profile, thanks: [ofOthers] }));
    render(<ThanksSection profile={profile} />, { at: '/profile/ada?slots=2&thanks=2' });
    await expect.element(page.getByText('So patient')).toBeVisible();
    expect(menu().query()).toBeNull();
    const page1 = page.getByRole('link', { name: /1$/ }).first();
    await expect.element(page1).toHaveAttribute('href', '/profile/ada?slots=2');
    const { profile: limit } = thanksPageSizes;
    await expect.poll(() => server.payloads('listThanks').at(-1)).toEqual({ limit, offset: limit });
  });

  test('of another member do not stand in while those are read', () => {
    const { placeholderData } = thanksQuery({} as Calls, ownUserId, 'ben', 2);
    const before = { count: 1, thanks: [] };
    const shownFor = (userId: string) =>
      (placeholderData as (data: object, query: object) => unknown)(before, {
        queryKey: thanksQuery({} as Calls, ownUserId, userId, 1).queryKey,
      });
    expect(shownFor('ben')).toBe(before);
    expect(shownFor('cleo')).toBeUndefined();
  });

  test('say when hiding failed, and stay', async () => {
    server.answer('updateThanks', () => {
      throw new ApiError('NotAllowed', { message: 'Not at the moment.' });
    });
    await userEvent.click(menu());
    await userEvent.click(page.getByRole('menuitem', { name: 'Hide it from others' }));
    await expect.element(page.getByText('Not at the moment.').first()).toBeVisible();
    expect(page.getByText('Only you and Ben see this').query()).toBeNull();
  });
});
