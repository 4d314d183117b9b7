import type { ChatSummary } from '@parlance/contract/chat';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
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

test('a search that finds nothing says so, and all conversations return by a press', async () => {
  await userEvent.fill(field(), 'coffee');
  await expect.element(page.getByRole('status')).toHaveTextContent('No conversation matches “coffee”.');
  await userEvent.click(page.getByRole('button', { name: 'Show all' }));
  await expect.element(page.getByText('Green tea')).toBeVisible();
  await expect.element(field()).toHaveValue('');
});
