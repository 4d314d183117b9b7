import type { FullProfile } from '@parlance/contract/people';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { profileQuery } from '#people/people-queries';
import { useSignedIn } from '#session/signed-in';
import { server } from '#test/browser/network';
import { ownUserId, render } from '#test/browser/render';
import { pass, stopClock } from '#test/browser/surroundings';
import { LocalTime } from './local-time';
import { ProfileHeader } from './profile-header';

const userId = '00000000-0000-7000-8000-00000000000b';
let ben: FullProfile;
const button = (name: string) => page.getByRole('button', { name, exact: true });

function Header({ of }: { of: string }) {
  const { runtime, user } = useSignedIn();
  const { data } = useQuery(profileQuery(runtime.calls, user.userId, of, useQueryClient()));
  return data ? <ProfileHeader profile={data} /> : null;
}

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
    timeZone: 'Asia/Tokyo',
    lastActiveAt: new Date(),
  };
  server.answer('getProfile', () => ben);
});

test('the time of another person is that of their zone, and goes on by the minute', async () => {
  stopClock('2026-05-06T07:08:40Z');
  render(<LocalTime timeZone="Asia/Tokyo" name="Ben" />);
  const line = (time: string) =>
    page.getByText(new RegExp(`^It is ${time} PM for Ben · Japan Standard Time$`));
  await expect.element(line('4:08')).toBeVisible();
  await pass(20_000);
  await expect.element(line('4:09')).toBeVisible();
  await pass(60_000);
  await expect.element(line('4:10')).toBeVisible();
});

test('the menu blocks and unblocks, and a blocked person cannot be saved', async () => {
  for (const [call, isBlockedByUser] of [
    ['blockUser', true],
    ['unblockUser', false],
  ] as const)
    server.answer(call, () => {
      ben = { ...ben, isBlockedByUser };
      return {};
    });
  render(<Header of={userId} />);
  await expect.element(button('Save')).toBeVisible();
  await userEvent.click(button('More'));
  await userEvent.click(page.getByRole('menuitem', { name: 'Block User' }));
  await expect.element(page.getByText('You blocked Ben.')).toBeVisible();
  await expect.element(button('Save')).not.toBeInTheDocument();
  await userEvent.click(button('More'));
  await userEvent.click(page.getByRole('menuitem', { name: 'Unblock User' }));
  await expect.element(button('Save')).toBeVisible();
  expect([server.params('blockUser'), server.params('unblockUser')]).toEqual([[{ userId }], [{ userId }]]);
});

test('Escape closes the menu and returns the focus', async () => {
  render(<Header of={userId} />);
  await userEvent.click(button('More'));
  await expect.element(page.getByRole('menu')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(button('More')).toHaveFocus();
});

test('the own profile leads to the settings, without a badge, a time or a menu', async () => {
  ben = { ...ben, userId: ownUserId, name: 'Ada' };
  render(<Header of={ownUserId} />);
  await expect.element(page.getByRole('link', { name: 'Settings' })).toBeVisible();
  expect(page.getByText('Active now').query()).toBeNull();
  expect(page.getByText(/^It is/).query()).toBeNull();
  expect(button('More').query()).toBeNull();
});
