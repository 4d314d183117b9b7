import { readTimeZone } from '@parlance/client/client-time-zone';
import { toBody } from '@parlance/contract/error-table';
import { ApiError } from '@parlance/contract/errors';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useSession } from '#session/session-context';
import { server } from '#test/browser/network';
import { render, tokens } from '#test/browser/render';
import { DemoEntry } from './demo-entry';

const button = (name: string) => page.getByRole('button', { name });
const asked: { body: unknown; language: string | null }[] = [];
let answer: () => Response | Promise<Response>;

/** Only demo servers have the call, so that it is no part of the contract. */
function answerDemo() {
  asked.length = 0;
  const { fetch } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (input !== '/v1/auth/demo') return fetch(input, init);
    const headers = new Headers(init?.headers);
    asked.push({ body: JSON.parse(String(init?.body)), language: headers.get('accept-language') });
    return answer();
  });
}

function Screen() {
  const { user } = useSession();
  return user ? <p>{`Hello ${user.name}`}</p> : <DemoEntry />;
}

afterEach(() => vi.restoreAllMocks());

test('a visitor becomes the demo user with one press, in the language and time zone of the page', async () => {
  answerDemo();
  const issued = tokens();
  // A call before, so that the server of the test knows the token.
  server.answer('authenticate', () => issued);
  await fetch('/v1/auth', { method: 'POST', body: '{}' });
  answer = () => Response.json(issued);
  render(<Screen />, { isVisitor: true });
  await userEvent.click(button('Continue as demo user'));
  await expect.element(page.getByText('Hello Ada')).toBeVisible();
  expect(asked).toEqual([{ body: readTimeZone(), language: 'en' }]);
});

test.each<[string, () => Response | Promise<Response>, RegExp]>([
  [
    'a ban',
    () => Response.json(toBody(new ApiError('UserBanned')), { status: 403 }),
    /^Your account has been banned/,
  ],
  ['a page of a proxy', () => new Response('<html>', { status: 502 }), /^An unexpected error occurred/],
  ['a lost connection', () => Promise.reject(new TypeError('lost')), /^The server could not be reached/],
])('%s is said, and the button works again', async (_case, given, text) => {
  answerDemo();
  answer = given;
  render(<Screen />, { isVisitor: true });
  await userEvent.click(button('Continue as demo user'));
  await expect.element(page.getByRole('alert')).toMatchTextContent(text);
  await expect.element(button('Continue as demo user')).not.toHaveAttribute('aria-busy');
});
