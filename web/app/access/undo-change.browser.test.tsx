import { refreshTokenKey } from '@parlance/client/token-storage';
import { ApiError } from '@parlance/contract/errors';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useSession } from '#session/session-context';
import { server } from '#test/browser/network';
import { render, tokens } from '#test/browser/render';
import UndoChange from './undo-change';

const ended = () => {
  throw new ApiError('SessionInvalid');
};

function Member() {
  const { user } = useSession();
  return <p>{user ? `signed in as ${user.name}` : 'signed out'}</p>;
}

// Rules: docs/specification/access.md
test('the session that the undo ended is gone before "Sign in" is offered', async () => {
  localStorage.setItem(refreshTokenKey, tokens().refreshToken);
  render(
    <>
      <UndoChange />
      <Member />
    </>,
    { at: '/undo?token=abc', isVisitor: true },
  );
  await expect.element(page.getByText('signed in as Ada')).toBeVisible();
  const answer = Promise.withResolvers<never>();
  server.answer('restoreWaysIn', () => {
    server.answer('getUser', () => answer.promise);
    server.answer('reauthenticate', ended);
    return { emailOrPhone: 'ada@example.org' };
  });
  await page.getByRole('button', { name: 'Undo the change' }).click();
  await expect.poll(() => server.received.at(-1)?.name).toBe('getUser');
  await expect.element(page.getByRole('button', { name: 'Undoing...' })).toBeVisible();
  answer.reject(new ApiError('SessionInvalid'));
  await expect.element(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect.element(page.getByText('signed out')).toBeVisible();
});
