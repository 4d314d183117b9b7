import { ApiError } from '@parlance/contract/errors';
import type { BlockedUser } from '@parlance/contract/people-lists';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { BlockedPeople } from './blocked-people';

let blocked: BlockedUser[];
const personOf = (serial: number): BlockedUser => ({
  userId: `00000000-0000-7000-8000-${String(serial).padStart(12, '0')}`,
  name: `Person ${serial}`,
  profileImageUrl: null,
  // A quarter past midnight of the next day in Kathmandu.
  blockedAt: new Date('2026-05-13T18:30:00Z'),
});
const button = (name: string) => page.getByRole('button', { name, exact: true });
const rows = () => page.getByRole('listitem');
const unblock = (serial: number) =>
  rows()
    .filter({ hasText: `Person ${serial}Blocked` })
    .getByRole('button', { name: 'Unblock' });

beforeEach(() => {
  blocked = Array.from({ length: 45 }, (_, place) => personOf(place + 1));
  server.answer('listBlockedUsers', ({ payload }) => {
    const { limit, offset } = payload as { limit: number; offset: number };
    return { count: blocked.length, users: blocked.slice(offset, offset + limit) };
  });
  server.answer('unblockUser', ({ params }) => {
    blocked = blocked.filter(({ userId }) => userId !== params.userId);
    return {};
  });
  server.answer('blockUser', ({ params }) => {
    blocked = [personOf(Number(params.userId?.slice(-12))), ...blocked];
    return {};
  });
  render(<BlockedPeople />);
});

test('the list is read on request, twenty at a time, with the day of the block in the viewer’s zone', async () => {
  await expect.element(button('Show blocked people')).toBeVisible();
  expect(server.payloads('listBlockedUsers')).toEqual([]);
  await userEvent.click(button('Show blocked people'));
  await expect.poll(() => rows().elements()).toHaveLength(20);
  await expect.element(rows().first().getByText('Blocked on May 14, 2026')).toBeVisible();
  await userEvent.click(button('Show more'));
  await expect.poll(() => rows().elements()).toHaveLength(40);
  await userEvent.click(button('Show more'));
  await expect.poll(() => rows().elements()).toHaveLength(45);
  await expect.element(button('Show more')).not.toBeInTheDocument();
});

test('after an unblock the next person has the focus, and Undo blocks again', async () => {
  blocked = [1, 2, 3].map(personOf);
  await userEvent.click(button('Show blocked people'));
  await userEvent.click(unblock(2));
  await expect.poll(() => rows().elements()).toHaveLength(2);
  await expect.element(unblock(3)).toHaveFocus();
  await expect.poll(() => server.params('unblockUser')).toEqual([{ userId: personOf(2).userId }]);
  await userEvent.click(button('Undo'));
  await expect.poll(() => rows().elements()).toHaveLength(3);
  await expect.poll(() => server.params('blockUser')).toEqual([{ userId: personOf(2).userId }]);
});

test('the focus goes to the last person after the last one was unblocked', async () => {
  blocked = [1, 2].map(personOf);
  await userEvent.click(button('Show blocked people'));
  await userEvent.click(unblock(2));
  await expect.poll(() => rows().elements()).toHaveLength(1);
  await expect.element(unblock(1)).toHaveFocus();
});

test('a failed unblock says so and changes nothing', async () => {
  blocked = [personOf(1)];
  server.answer('unblockUser', () => {
    throw new ApiError('ServerError');
  });
  await userEvent.click(button('Show blocked people'));
  await userEvent.click(unblock(1));
  await expect.element(page.getByText(/^Something went wrong/).first()).toBeVisible();
  await expect.element(unblock(1)).toBeEnabled();
});

test('a list that could not be read is read again on request', async () => {
  server.answer('listBlockedUsers', () => {
    throw new ApiError('ServerError');
  });
  await userEvent.click(button('Show blocked people'));
  await expect.element(page.getByText('Blocked people could not be loaded. Nothing was lost.')).toBeVisible();
  server.answer('listBlockedUsers', () => ({ count: 0, users: [] }));
  await userEvent.click(button('Try again'));
  await expect.element(page.getByText('You have not blocked anyone.')).toBeVisible();
});
