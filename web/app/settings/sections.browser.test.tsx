import type { UserSession } from '@parlance/contract/access';
import { ApiError } from '@parlance/contract/errors';
import type { BlockedUser } from '@parlance/contract/people-lists';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '#lib/query-client';
import { server } from '#test/browser/network';
import { leave, ownUserId, render } from '#test/browser/render';
import { pass, stopClock } from '#test/browser/surroundings';
import { SessionList } from './account/session-list';
import { BlockedPeople } from './blocked-people';
import { CalendarFeed } from './calendar-feed';
import { LogoutButton } from './logout-button';
import { SettingsBannersProvider, useSettingsBanners } from './section/settings-banners';
import { SettingsSection } from './section/settings-section';
import { useSaving } from './section/use-saving';

const at = new Date('2026-05-06T07:08:09.000Z');
const idOf = (serial: number) => `00000000-0000-7000-8000-${String(serial).padStart(12, '0')}`;
const button = (name: string | RegExp) => page.getByRole('button', { name });

describe('banners', () => {
  function Banners() {
    const { showSuccess, showError } = useSettingsBanners();
    return (
      <>
        <button type="button" onClick={() => showSuccess('Kept')}>
          Succeed
        </button>
        <button type="button" onClick={() => showError('Lost')}>
          Fail
        </button>
      </>
    );
  }
  const show = () =>
    render(
      <SettingsBannersProvider>
        <Banners />
      </SettingsBannersProvider>,
      { at: '/settings' },
    );
  const kept = page.getByText('Kept');
  const lost = page.getByText('Lost');

  test('disappear five seconds after their last message', async () => {
    show();
    await expect.element(button('Succeed')).toBeVisible();
    stopClock(at);
    await userEvent.click(button('Succeed'));
    await expect.element(kept).toBeVisible();
    await pass(4000);
    await userEvent.click(button('Succeed'));
    await pass(4000);
    await expect.element(kept).toBeVisible();
    await pass(1000);
    await expect.element(kept).not.toBeInTheDocument();
  });

  test('go with the screen, and by their own button', async () => {
    const { router } = show();
    await userEvent.click(button('Succeed'));
    await expect.element(kept).toBeVisible();
    await router.navigate('/settings#account');
    await expect.element(kept).not.toBeInTheDocument();
    await userEvent.click(button('Fail'));
    await expect.element(page.getByRole('alert')).toHaveTextContent('Lost');
    await userEvent.click(button('Dismiss'));
    await expect.element(lost).not.toBeInTheDocument();
  });
});

describe('a section', () => {
  let answer = Promise.withResolvers<void>();
  let saves = 0;
  function Section() {
    const [text, setText] = useState('');
    const { saving, save } = useSaving({ success: 'It was kept', failure: 'It was lost' });
    const onSave = () =>
      void save(async () => {
        saves += 1;
        await answer.promise;
      });
    return (
      <SettingsSection
        heading={{ id: 'sample', title: 'Sample' }}
        save={{ changed: text !== '', saving, onSave }}
      >
        <input aria-label="Text" value={text} onChange={({ target }) => setText(target.value)} />
      </SettingsSection>
    );
  }

  test('saves a change once by Enter, and can be saved again after a failure', async () => {
    saves = 0;
    render(
      <SettingsBannersProvider>
        <Section />
      </SettingsBannersProvider>,
    );
    const field = page.getByRole('textbox', { name: 'Text' });
    await userEvent.click(field);
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Save Changes')).toBeDisabled();
    expect(saves).toBe(0);
    await userEvent.fill(field, 'New');
    await userEvent.keyboard('{Enter}{Enter}');
    await expect.element(button('Saving...')).toBeVisible();
    answer.reject(new ApiError('ServerError'));
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(button('Save Changes')).toBeEnabled();
    expect(saves).toBe(1);
    answer = Promise.withResolvers();
    answer.resolve();
    await userEvent.click(button('Save Changes'));
    await expect.element(page.getByText('It was kept')).toBeVisible();
    expect(saves).toBe(2);
  });
});

describe('blocked people', () => {
  let blocked: BlockedUser[];
  const personOf = (serial: number): BlockedUser => ({
    userId: idOf(serial),
    name: `Person ${serial}`,
    profileImageUrl: null,
    blockedAt: at,
  });
  beforeEach(() => {
    blocked = [1, 2, 3].map(personOf);
    server.answer('listBlockedUsers', ({ payload: { limit, offset } }) => ({
      count: blocked.length,
      users: blocked.slice(Number(offset), Number(offset) + Number(limit)),
    }));
    server.answer('unblockUser', ({ params }) => {
      blocked = blocked.filter(({ userId }) => userId !== params.userId);
      return {};
    });
  });
  const unblock = (serial: number) =>
    page
      .getByRole('listitem')
      .filter({ hasText: `Person ${serial}` })
      .getByRole('button', { name: 'Unblock' });
  const gone = (serial: number) => expect.element(unblock(serial)).not.toBeInTheDocument();

  test('pass the focus to the next row, from the last to the one before, and then to the heading', async () => {
    render(<BlockedPeople />);
    await userEvent.click(button('Show blocked people'));
    await expect.element(unblock(1)).toHaveFocus();
    await userEvent.click(unblock(2));
    await gone(2);
    await expect.element(unblock(3)).toHaveFocus();
    await userEvent.click(unblock(3));
    await gone(3);
    await expect.element(unblock(1)).toHaveFocus();
    await userEvent.click(unblock(1));
    await gone(1);
    await expect.element(page.getByRole('heading', { name: 'Blocked people' })).toHaveFocus();
  });

  test('are twenty at first', async () => {
    blocked = Array.from({ length: 25 }, (_, place) => personOf(place + 1));
    render(<BlockedPeople />, { at: '/settings#blocked' });
    await expect.poll(() => page.getByRole('listitem').elements().length).toBe(20);
    await userEvent.click(button('Show more'));
    await expect.poll(() => page.getByRole('listitem').elements().length).toBe(25);
    await expect.element(button('Show more')).not.toBeInTheDocument();
  });
});

describe('devices', () => {
  const sessionOf = (serial: number, current = false): UserSession => ({
    userSessionId: idOf(serial),
    createdAt: at,
    lastUsedAt: at,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36',
    current,
  });
  let sessions: UserSession[];
  const rows = () => page.getByRole('listitem');
  beforeEach(() => {
    sessions = [sessionOf(1), sessionOf(2), sessionOf(3), sessionOf(4), sessionOf(5, true)];
    server.answer('listSessions', () => ({ count: sessions.length, sessions }));
    server.answer('endSession', ({ params }) => {
      sessions = sessions.filter(({ userSessionId }) => userSessionId !== params.userSessionId);
      return {};
    });
    render(
      <SettingsBannersProvider>
        <SessionList />
      </SettingsBannersProvider>,
    );
  });

  test('begin with this one, four at first, and another one is signed out', async () => {
    await expect.poll(() => rows().elements().length).toBe(4);
    await expect.element(rows().first().getByText('This device')).toBeVisible();
    await userEvent.click(button('Show all 5'));
    await expect.poll(() => rows().elements().length).toBe(5);
    await userEvent.click(rows().nth(1).getByRole('button'));
    await expect.element(page.getByText('Signed out there.')).toBeVisible();
    await expect.poll(() => rows().elements().length).toBe(4);
    await expect.poll(() => server.params('endSession')).toEqual([{ userSessionId: idOf(1) }]);
  });
  test('pass the focus of a pressed button that disappears to their list', async () => {
    const list = page.getByRole('list', { name: 'Devices' });
    await userEvent.click(button('Show all 5'));
    await expect.element(list).toHaveFocus();
    await userEvent.click(rows().nth(4).getByRole('button'));
    await expect.poll(() => rows().elements().length).toBe(4);
    await expect.element(list).toHaveFocus();
  });
  test('are all signed out but this one, which then offers no further press', async () => {
    server.answer('endOtherSessions', () => {
      sessions = sessions.filter(({ current }) => current);
      return {};
    });
    await userEvent.click(button('Sign out everywhere else'));
    await expect.element(page.getByText('Signed out there.')).toBeVisible();
    await expect.poll(() => rows().elements().length).toBe(1);
    await expect.element(rows().getByText('This device')).toBeVisible();
    await expect.element(button(/^Sign out/)).not.toBeInTheDocument();
    expect([server.params('endOtherSessions').length, server.params('endSession').length]).toEqual([1, 0]);
  });
  test('are read again after a refusal, which says so; the others wait meanwhile', async () => {
    const answer = Promise.withResolvers<Record<string, never>>();
    server.answer('endSession', () => answer.promise);
    await userEvent.click(rows().nth(1).getByRole('button'));
    await expect.element(rows().nth(2).getByRole('button')).toBeDisabled();
    await expect.element(button('Sign out everywhere else')).toBeDisabled();
    sessions = sessions.slice(1);
    await expect.poll(() => server.params('endSession')).toHaveLength(1);
    answer.reject(new ApiError('ServerError'));
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.poll(() => rows().elements().length).toBe(4);
    await expect.element(button(/^Show all/)).not.toBeInTheDocument();
    await expect.element(button('Sign out everywhere else')).toBeEnabled();
    // The pressed button was disabled meanwhile, which takes the focus away.
    await expect.element(page.getByRole('list', { name: 'Devices' })).toHaveFocus();
  });
  test('that could not be loaded are loaded again on request', async () => {
    leave();
    queryClient.clear();
    server.answer('listSessions', () => {
      throw new ApiError('ServerError');
    });
    render(
      <SettingsBannersProvider>
        <SessionList />
      </SettingsBannersProvider>,
    );
    await expect.element(page.getByText('Your devices could not be loaded.')).toBeVisible();
    server.answer('listSessions', () => ({ count: sessions.length, sessions }));
    await userEvent.click(button('Try again'));
    await expect.poll(() => rows().elements().length).toBe(4);
  });
});

describe('the calendar address', () => {
  const url = 'https://parlance.example/calendar/secret.ics';
  const field = () => page.getByRole('textbox', { name: 'Private calendar address' });

  test('is shown once made, selected on focus, and gone once revoked', async () => {
    server.answer('createCalendarFeed', () => ({ url }));
    server.answer('deleteCalendarFeed', () => ({}));
    render(
      <SettingsBannersProvider>
        <CalendarFeed />
      </SettingsBannersProvider>,
    );
    await userEvent.click(button('Create calendar address'));
    await expect.element(field()).toHaveValue(url);
    await userEvent.click(field());
    expect(String(getSelection())).toBe(url);
    await expect.element(button('Create a new one')).toBeEnabled();
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('refused'));
    await userEvent.click(button('Copy'));
    await expect.element(page.getByText(/^The address could not be copied\./)).toBeVisible();
    write.mockResolvedValue();
    await userEvent.click(button('Copy'));
    await expect.element(page.getByText('Calendar address copied')).toBeVisible();
    expect(write.mock.calls).toEqual([[url], [url]]);
    write.mockRestore();
    await userEvent.click(button('Dismiss').last());
    server.answer('deleteCalendarFeed', () => {
      throw new ApiError('ServerError');
    });
    await userEvent.click(button('Revoke'));
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(field()).toHaveValue(url);
    server.answer('deleteCalendarFeed', () => ({}));
    await userEvent.click(button('Revoke'));
    await expect.element(field()).not.toBeInTheDocument();
  });
});

describe('signing out', () => {
  const deviceId = idOf(90);
  beforeEach(() => {
    localStorage.setItem('parlance.push', `${ownUserId} ${deviceId} 0 https://push.example.org/device`);
    server.answer('endSession', () => ({}));
  });

  test.each([true, false])('ends the notifications of this device first (%s)', async (isRemoved) => {
    server.answer('removePushDevice', () => {
      if (!isRemoved) throw new ApiError('ServerError');
      return {};
    });
    render(<LogoutButton />);
    await userEvent.dblClick(button('Logout'));
    await expect.poll(() => localStorage.getItem('parlance.refreshToken')).toBeNull();
    expect(localStorage.getItem('parlance.push')).toBeNull();
    const calls = server.received.map(({ name }) => name);
    expect(calls.filter((name) => /^(removePushDevice|endSession)$/.test(name))).toEqual([
      'removePushDevice',
      'endSession',
    ]);
    await expect.poll(() => server.params('removePushDevice')).toEqual([{ pushDeviceId: deviceId }]);
  });
});
