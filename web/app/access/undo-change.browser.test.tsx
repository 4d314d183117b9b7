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

test('opening the link changes nothing, and a failure can be tried again', async () => {
  server.answer('restoreWaysIn', () => {
    throw new ApiError('ServerError');
  });
  render(<UndoChange />, { at: '/undo?token=abc', isVisitor: true });
  const undo = page.getByRole('button', { name: 'Undo the change' });
  await expect.element(undo).toBeVisible();
  expect(server.payloads('restoreWaysIn')).toEqual([]);
  await undo.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Nothing was changed/);
  server.answer('restoreWaysIn', () => ({ emailOrPhone: 'ada@example.org' }));
  await undo.click();
  await expect.element(page.getByText('ada@example.org')).toBeVisible();
  await expect.poll(() => server.payloads('restoreWaysIn')).toEqual([{ token: 'abc' }, { token: 'abc' }]);
  // A visitor has no session that could have ended.
  expect(server.payloads('getUser')).toEqual([]);
});

test.each([
  ['without its secret', '/undo', 0],
  ['that was used', '/undo?token=abc', 1],
])('a link %s says that it does not work', async (_case, at, calls) => {
  server.answer('restoreWaysIn', () => {
    throw new ApiError('ResourceNotFound');
  });
  render(<UndoChange />, { at, isVisitor: true });
  for (let press = 0; press < calls; press++)
    await page.getByRole('button', { name: 'Undo the change' }).click();
  await expect.element(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await expect.poll(() => server.payloads('restoreWaysIn')).toHaveLength(calls);
});
