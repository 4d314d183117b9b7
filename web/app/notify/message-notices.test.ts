import type { ChatMessage } from '@parlance/contract/chat';
import { expect, test } from 'vitest';
import { createMessageNotices, type MessageNoticesPorts } from './message-notices';

const message = (change: Partial<ChatMessage> = {}) =>
  ({
    chatMessageId: 'm1',
    fromUserId: 'ben',
    toUserId: 'ana',
    type: 'text',
    content: 'secret',
    ...change,
  }) as ChatMessage;

function startNotices(change: Partial<MessageNoticesPorts> = {}) {
  const log: string[] = [];
  let click = () => {};
  const notices = createMessageNotices({
    userId: 'ana',
    isOn: () => true,
    isHidden: () => true,
    isLookedAtElsewhere: async () => false,
    claim: async () => true,
    nameOf: async () => 'Ben',
    show: ({ title, body, tag, onClick }) => {
      log.push(`${title}: ${body} (${tag})`);
      click = onClick;
      return { close: () => log.push('closed') };
    },
    openConversation: (partnerId) => log.push(`open ${partnerId}`),
    ...change,
  });
  return { ...notices, log, click: () => click() };
}

const shown = 'Ben: New message (parlance-chat-ben)';

test('a message to a hidden page is told by its sender’s name, without its text', async () => {
  const { onMessage, log, click } = startNotices();
  await onMessage(message());
  await onMessage(message());
  expect(log).toEqual([shown]);
  await onMessage(message({ chatMessageId: 'm2', type: 'voice', content: null }));
  await onMessage(message({ chatMessageId: 'm3', type: 'picture', content: 'secret' }));
  expect(log).toEqual([
    shown,
    'Ben: New voice message (parlance-chat-ben)',
    'Ben: New picture (parlance-chat-ben)',
  ]);
  click();
  expect(log.slice(3)).toEqual(['closed', 'open ben']);
});

test.each<[string, Partial<MessageNoticesPorts>]>([
  ['the page is seen', { isHidden: () => false }],
  ['it is turned off', { isOn: () => false }],
  ['another tab is seen', { isLookedAtElsewhere: async () => true }],
  ['another tab tells it', { claim: async () => false }],
])('nothing while %s', async (_case, change) => {
  const { onMessage, log } = startNotices(change);
  await onMessage(message());
  expect(log).toEqual([]);
});

test('nothing of one’s own messages', async () => {
  const { onMessage, log } = startNotices();
  await onMessage(message({ fromUserId: 'ana', toUserId: 'ben' }));
  expect(log).toEqual([]);
});

test('nothing when it is turned off while the name is looked up', async () => {
  let isOn = true;
  const { onMessage, log } = startNotices({
    isOn: () => isOn,
    nameOf: async () => {
      isOn = false;
      return 'Ben';
    },
  });
  await onMessage(message());
  expect(log).toEqual([]);
});

test('closeAll closes them once', async () => {
  const { onMessage, closeAll, log } = startNotices();
  await onMessage(message());
  closeAll();
  closeAll();
  expect(log).toEqual([shown, 'closed']);
});
