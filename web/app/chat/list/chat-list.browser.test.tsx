import type { ChatSummary } from '@parlance/contract/chat';
import { ApiError } from '@parlance/contract/errors';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '#lib/query-client';
import { server } from '#test/browser/network';
import { leave, render } from '#test/browser/render';
import { ada, ben } from '#test/browser/samples';
import { pass, stopClock } from '#test/browser/surroundings';
import { sampleMessage } from '#test/chat-samples';
import { ChatList } from './chat-list';

const field = () => page.getByRole('searchbox', { name: 'Search messages' });
const chatOf = (profile: typeof ben, content: string): ChatSummary => ({
  profile,
  lastMessage: sampleMessage(1, { fromUserId: profile.userId, toUserId: ada.userId, content }),
  unreadCount: 0,
});
/** Without the polling of `userEvent`, which advances a stopped clock. */
function type(text: string): void {
  const input = field().element();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
const searches = () => server.payloads('listChats').flatMap(({ query }) => query ?? []);

// Rules: docs/specification/chat.md
beforeEach(async () => {
  server.answer('listChats', ({ payload: { query } }) =>
    query === 'tea' || query === undefined
      ? { count: 1, chats: [chatOf(ben, 'Green tea')] }
      : { count: 0, chats: [] },
  );
  server.answer('getChatStat', () => ({ unreadMessages: 0, requests: 0 }));
  server.answer('listWarnings', () => ({ warnings: [] }));
  render(<ChatList openPartnerId={null} />);
  await expect.element(page.getByText('Green tea')).toBeVisible();
});

test('a search is sent once, a moment after the last letter, without spaces around it', async () => {
  stopClock('2026-05-14T12:00:00.000Z');
  type('t');
  await pass(100);
  type(' tea ');
  await pass(100);
  expect(searches()).toEqual([]);
  await expect.poll(searches).toEqual(['tea']);
});

test('while a search is on its way, the list stays', async () => {
  const answer = Promise.withResolvers<{ count: number; chats: ChatSummary[] }>();
  server.answer('listChats', () => answer.promise);
  await userEvent.fill(field(), 'coffee');
  await expect.poll(searches).toEqual(['coffee']);
  await expect.element(page.getByText('Green tea')).toBeVisible();
  expect(page.getByText('Loading messages...').query()).toBeNull();
  answer.resolve({ count: 0, chats: [] });
  await expect.element(page.getByText('Green tea')).not.toBeInTheDocument();
});

test('a search that finds nothing says so, and all conversations return by a press', async () => {
  await userEvent.fill(field(), 'coffee');
  await expect.element(page.getByRole('status')).toHaveTextContent('No conversation matches “coffee”.');
  await userEvent.click(page.getByRole('button', { name: 'Show all' }));
  await expect.element(page.getByText('Green tea')).toBeVisible();
  await expect.element(field()).toHaveValue('');
});

const summaryOf = (serial: number, more: Partial<ChatSummary> = {}): ChatSummary => {
  const userId = `00000000-0000-7000-8000-${String(100 + serial).padStart(12, '0')}`;
  return { ...chatOf({ ...ben, userId, name: `Person ${serial}` }, `Words ${serial}`), ...more };
};
const rows = () => page.getByRole('listitem').getByRole('link');
/** The list again, with other conversations. */
async function showAgain(chats: ChatSummary[], count = chats.length, openPartnerId: string | null = null) {
  leave();
  queryClient.clear();
  server.answer('listChats', ({ payload: { offset = 0 } }) => ({
    count,
    chats: chats.slice(Number(offset), Number(offset) + 10),
  }));
  render(<ChatList openPartnerId={openPartnerId} />);
  await expect.element(page.getByText('Words 1', { exact: true })).toBeVisible();
}

test('a row says who wrote last, how much is unread, and which conversation is open', async () => {
  const own = sampleMessage(2, { fromUserId: ada.userId, toUserId: ben.userId, content: 'My words' });
  await showAgain(
    [summaryOf(1, { unreadCount: 1 }), summaryOf(2, { unreadCount: 12 }), summaryOf(3, { lastMessage: own })],
    3,
    summaryOf(3).profile.userId,
  );
  const time = 'Thursday|[0-9]{2}/[0-9]{2}/[0-9]{2}|[0-9:]+ [AP]M';
  const shown = () =>
    rows()
      .elements()
      .map(({ textContent }) => textContent?.replace(new RegExp(time), ' '));
  expect(shown()).toEqual([
    'PPerson 1 Words 1\u00a01 unread',
    'PPerson 2 Words 2\u00a012 unread',
    'PPerson 3 You:My words',
  ]);
  const open = rows()
    .elements()
    .map((row) => row.getAttribute('aria-current'));
  expect(open).toEqual([null, null, 'page']);
  expect(rows().elements()[1]?.getAttribute('href')).toBe(`/chat/${summaryOf(2).profile.userId}`);
  // The conversation beside the list has the first heading.
  await expect.element(page.getByRole('heading', { level: 2, name: 'Messages' })).toBeVisible();
});

test('more conversations follow on request, until there are none', async () => {
  const chats = Array.from({ length: 12 }, (_, place) =>
    summaryOf(place, {
      profile: { ...ben, userId: `00000000-0000-7000-8000-0000000002${10 + place}`, name: `Person ${place}` },
    }),
  );
  await showAgain(chats);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
  expect(rows().elements()).toHaveLength(10);
  await userEvent.click(page.getByRole('button', { name: 'Load more messages' }));
  await expect.poll(() => rows().elements()).toHaveLength(12);
  await expect.element(page.getByRole('button', { name: 'Load more messages' })).not.toBeInTheDocument();
  await expect.poll(() => server.payloads('listChats').at(-1)).toEqual({ limit: 10, offset: 10 });
});

test('more conversations that could not be read are asked for again by a press', async () => {
  const chats = Array.from({ length: 12 }, (_, place) => summaryOf(place + 1));
  await showAgain(chats);
  server.answer('listChats', () => {
    throw new ApiError('ServerError');
  });
  const more = page.getByRole('button', { name: 'Load more messages' });
  await userEvent.click(more);
  await expect
    .element(page.getByText('More messages could not be loaded. Please try again.').first())
    .toBeVisible();
  await expect.element(more).not.toHaveAttribute('aria-busy');
  expect(rows().elements()).toHaveLength(10);
});

test('a row shows the first forty letters of the last message', async () => {
  const long = sampleMessage(2, { fromUserId: ben.userId, content: `${'x'.repeat(40)}y` });
  await showAgain([summaryOf(1), summaryOf(2, { lastMessage: long })]);
  await expect.element(page.getByText(`${'x'.repeat(40)}…`, { exact: true })).toBeVisible();
});

test('a list that could not be read says so, and is read again on request', async () => {
  leave();
  queryClient.clear();
  server.answer('listChats', () => {
    throw new ApiError('ServerError');
  });
  render(<ChatList openPartnerId={null} />);
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/^Your conversations could not be loaded\./);
  server.answer('listChats', () => ({ count: 1, chats: [summaryOf(1)] }));
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(page.getByText('Words 1', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});
