import { ApiError } from '@parlance/contract/errors';
import type { SessionThanks, Thanks } from '@parlance/contract/thanks';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { ownUserId, render } from '#test/browser/render';
import { setZone } from '#test/browser/surroundings';
import { SayThanks } from './say-thanks';
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
    expect(server.payloads('giveThanks')).toMatchObject([{ text: 'So patient' }]);
    expect(server.payloads('giveThanks')[0]?.words).toHaveLength(2);
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
    expect(server.payloads('updateThanks')).toEqual([{ isHidden: true }, { isHidden: false }]);
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
