import { expect, test } from 'vitest';
import { server, sockets } from '#test/browser/network';
import { leave, render } from '#test/browser/render';
import ChatPresence from './chat-presence';

test('the number of unread messages stands before every title, and is read again on the chat screens', async () => {
  let unreadMessages = 2;
  server.answer('getChatStat', () => ({ unreadMessages, requests: 0 }));
  document.title = 'Dashboard';
  const { router } = render(<ChatPresence />, { user: { userId: '00000000-0000-7000-8000-000000008801' } });
  await expect.poll(() => document.title).toBe('(2) Dashboard');
  await expect.poll(sockets.isConnected).toBe(true);
  document.title = 'Settings';
  await expect.poll(() => document.title).toBe('(2) Settings');
  const reads = () => server.payloads('getChatStat').length;
  const before = reads();
  unreadMessages = 1;
  await router.navigate('/chat/00000000-0000-7000-8000-000000000009');
  await expect.poll(() => document.title).toBe('(1) Settings');
  expect(reads()).toBeGreaterThan(before);
  leave();
  expect(document.title).toBe('Settings');
});
