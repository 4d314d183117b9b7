import { ApiError } from '@parlance/contract/errors';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import Unsubscribe from './unsubscribe';

let isOn: boolean;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const title = () => page.getByRole('heading', { level: 1 });
const show = (at = '/unsubscribe?token=secret') => render(<Unsubscribe />, { at, isVisitor: true });

beforeEach(() => {
  isOn = true;
  server.answer('getSubscription', () => ({ name: 'daily-digest-notification', isOn }));
  server.answer('setSubscription', ({ payload }) => {
    isOn = payload.isOn as boolean;
    return { name: 'daily-digest-notification', isOn };
  });
});

test('opening the link changes nothing; a press ends the mails, and another one brings them back', async () => {
  show();
  await expect.element(title()).toHaveTextContent('Unsubscribe');
  await expect.poll(() => server.params('getSubscription')).toEqual([{ token: 'secret' }]);
  expect(server.payloads('setSubscription')).toEqual([]);
  await userEvent.click(button('Unsubscribe'));
  await expect.element(title()).toHaveTextContent('You are unsubscribed');
  await userEvent.click(button('Turn on again'));
  await expect.element(title()).toHaveTextContent('Unsubscribe');
  await expect.poll(() => server.payloads('setSubscription')).toEqual([{ isOn: false }, { isOn: true }]);
});

test('a change that fails says so, and the mails are as before', async () => {
  server.answer('setSubscription', () => {
    throw new ApiError('ServerError');
  });
  show();
  await userEvent.click(button('Unsubscribe'));
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(title()).toHaveTextContent('Unsubscribe');
  await expect.element(button('Unsubscribe')).toBeEnabled();
});

test.each([
  ['without its secret', '/unsubscribe', 0],
  ['with an unknown one', '/unsubscribe?token=other', 1],
])('a link %s says that it does not work', async (_case, at, calls) => {
  server.answer('getSubscription', () => {
    throw new ApiError('ResourceNotFound');
  });
  show(at);
  await expect.element(title()).toHaveTextContent('This link does not work');
  expect(button('Unsubscribe').query()).toBeNull();
  await expect.poll(() => server.params('getSubscription')).toHaveLength(calls);
});

test('a server in trouble is not called a broken link, and is asked again on request', async () => {
  server.answer('getSubscription', () => {
    throw new ApiError('ServerError');
  });
  show();
  await expect.element(page.getByRole('alert')).toBeVisible();
  server.answer('getSubscription', () => ({ name: 'daily-digest-notification', isOn }));
  await userEvent.click(button('Try again'));
  await expect.element(button('Unsubscribe')).toBeVisible();
});
