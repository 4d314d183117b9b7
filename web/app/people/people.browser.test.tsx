import { ApiError } from '@parlance/contract/errors';
import type { FullProfile } from '@parlance/contract/people';
import { QueryObserver, useQuery, useQueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '#lib/query-client';
import { useSignedIn } from '#session/signed-in';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { profileQuery } from './people-queries';
import { SaveButton } from './save-button';
import { useBlocking } from './use-blocking';

const userId = '00000000-0000-7000-8000-00000000000b';
let ben: FullProfile;

/** What a profile shows of a person. */
function Person() {
  const { runtime, user } = useSignedIn();
  const { data } = useQuery(profileQuery(runtime.calls, user.userId, userId, useQueryClient()));
  const { setBlocked } = useBlocking({ userId, name: 'Ben' });
  if (!data) return null;
  return (
    <>
      <SaveButton person={data} />
      <button type="button" aria-pressed={data.isBlockedByUser} onClick={() => setBlocked(true)}>
        Block
      </button>
    </>
  );
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(() => {
  ben = {
    userId,
    name: 'Ben',
    description: '',
    profileImageUrl: null,
    createdAt: new Date('2026-01-02T03:04:05.000Z'),
    languages: [],
    isSaved: false,
    isBlockedByUser: false,
  };
  server.answer('getProfile', () => ben);
  server.answer('blockUser', () => {
    ben = { ...ben, isBlockedByUser: true };
    return {};
  });
  server.answer('unblockUser', () => {
    ben = { ...ben, isBlockedByUser: false };
    return {};
  });
  render(<Person />);
});

test('Undo of a block unblocks', async () => {
  await userEvent.click(button('Block'));
  await expect.element(page.getByText('You blocked Ben.')).toBeVisible();
  await expect.element(button('Block')).toHaveAttribute('aria-pressed', 'true');
  await userEvent.click(button('Undo'));
  await expect.element(page.getByText('You unblocked Ben.')).toBeVisible();
  await expect.element(button('Block')).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => server.params('blockUser')).toEqual([{ userId }]);
  await expect.poll(() => server.params('unblockUser')).toEqual([{ userId }]);
});

test('a person who could not be saved is shown as not saved', async () => {
  const answer = Promise.withResolvers<Record<string, never>>();
  server.answer('saveUser', () => answer.promise);
  await userEvent.click(button('Save'));
  await expect.element(button('Saved')).toHaveAttribute('aria-pressed', 'true');
  // The button changes before the call arrives, and an unhandled rejection fails the run.
  await expect.poll(() => server.params('saveUser')).toHaveLength(1);
  answer.reject(new ApiError('ServerError'));
  await expect.element(button('Save')).toHaveAttribute('aria-pressed', 'false');
});

test('a profile that was asked for before the press does not take it back', async () => {
  const answer = Promise.withResolvers<FullProfile>();
  await expect.element(button('Save')).toBeVisible();
  server.answer('getProfile', () => answer.promise);
  server.answer('saveUser', () => ({}));
  void queryClient.invalidateQueries();
  await expect.poll(() => server.params('getProfile')).toHaveLength(2);
  await userEvent.click(button('Save'));
  await expect.element(button('Saved')).toHaveAttribute('aria-pressed', 'true');
  answer.resolve({ ...ben, isSaved: false });
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await expect.element(button('Saved')).toHaveAttribute('aria-pressed', 'true');
});

test('a saved person is removed by a second press, and shown as saved again where that fails', async () => {
  server.answer('saveUser', () => ({}));
  server.answer('unsaveUser', () => ({}));
  await userEvent.click(button('Save'));
  await userEvent.click(button('Saved'));
  await expect.element(button('Save')).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => server.params('unsaveUser')).toEqual([{ userId }]);
  await expect.poll(() => server.params('saveUser')).toEqual([{ userId }]);
  await userEvent.click(button('Save'));
  server.answer('unsaveUser', () => {
    throw new ApiError('ServerError');
  });
  await userEvent.click(button('Saved'));
  await expect.element(page.getByText(/^Something went wrong/).first()).toBeVisible();
  await expect.element(button('Saved')).toHaveAttribute('aria-pressed', 'true');
});

test('presses in quick succession are sent one after the other, and the last one decides', async () => {
  const answer = Promise.withResolvers<Record<string, never>>();
  server.answer('saveUser', () => answer.promise);
  server.answer('unsaveUser', () => ({}));
  await userEvent.click(button('Save'));
  await userEvent.click(button('Saved'));
  await expect.element(button('Save')).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => server.params('saveUser')).toHaveLength(1);
  expect(server.params('unsaveUser')).toEqual([]);
  answer.resolve({});
  await expect.poll(() => server.params('unsaveUser')).toEqual([{ userId }]);
  await expect.element(button('Save')).toHaveAttribute('aria-pressed', 'false');
});

test('a block that fails says so and changes nothing; one that succeeds has everything read again', async () => {
  server.answer('blockUser', () => {
    throw new TypeError('Failed to fetch');
  });
  await userEvent.click(button('Block'));
  await expect.element(page.getByText(/connection|could not be blocked/i).first()).toBeVisible();
  await expect.element(button('Block')).toHaveAttribute('aria-pressed', 'false');
  let isChatRead = 0;
  queryClient.setQueryDefaults(['chat'], { queryFn: () => (isChatRead += 1) });
  const observed = new QueryObserver(queryClient, { queryKey: ['chat'] }).subscribe(() => undefined);
  await expect.poll(() => isChatRead).toBe(1);
  server.answer('blockUser', () => ({}));
  await userEvent.click(button('Block'));
  await expect.poll(() => isChatRead).toBe(2);
  observed();
});
