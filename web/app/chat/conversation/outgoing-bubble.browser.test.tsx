import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OutboxEntry } from '#chat/engine/chat-storage';
import { render } from '#test/browser/render';
import { setZone, stopClock } from '#test/browser/surroundings';
import { me, partner, sampleMessage } from '#test/chat-samples';
import { MessageBubble } from './message-bubble';
import { OutgoingBubble, type OutgoingBubbleProps } from './outgoing-bubble';

const now = new Date('2026-05-14T12:00:00Z');
const inMs = (ms: number) => new Date(now.getTime() + ms);
const entry: OutboxEntry = {
  clientMessageId: 'first',
  partnerId: partner,
  createdAt: now,
  content: 'Hello',
  audio: null,
  failure: null,
};
const pressed: string[] = [];
const bubble = (changes: Partial<OutgoingBubbleProps> = {}) => (
  <OutgoingBubble
    entry={entry}
    partnerName="Ben"
    continues={false}
    isFollowed={false}
    progress={null}
    heldUntil={null}
    nextTryAt={null}
    onRetry={async (id) => void pressed.push(`retry ${id}`)}
    onDiscard={async (id) => void pressed.push(`discard ${id}`)}
    {...changes}
  />
);
const buttons = () =>
  page
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent);
const foot = () => document.querySelector('p:has(> time)')?.textContent;

beforeEach(async () => {
  pressed.length = 0;
  await setZone('UTC');
  stopClock(now);
});

test.each([
  ['is being sent', {}, '12:00 PM · Sending...'],
  ['is half uploaded', { progress: 0.456 }, '12:00 PM · Sending... 46%'],
  // The clock that is shown has no seconds.
  ['is tried again within a minute', { nextTryAt: inMs(60_000) }, '12:00 PM · Waiting, next try soon'],
  ['is tried again later', { nextTryAt: inMs(61_000) }, '12:00 PM · Waiting, next try at 12:01 PM'],
  ['was to be tried again just now', { nextTryAt: inMs(0) }, '12:00 PM · Sending...'],
  ['is held', { heldUntil: inMs(7_200_000), progress: 0.4 }, '12:00 PM · Waiting'],
] as const)('a message that %s says so', async (_case, changes, words) => {
  render(bubble(changes));
  await expect.poll(foot).toBe(words);
  expect(page.getByRole('alert').query()).toBeNull();
});

test('a refused message says why, at once to screen readers, and is retried or deleted', async () => {
  render(bubble({ entry: { ...entry, failure: 'Ben has not answered yet.' }, progress: 0.4 }));
  await expect.element(page.getByRole('alert')).toHaveTextContent('Ben has not answered yet.RetryDelete');
  expect(foot()).toBe('12:00 PM · Not sent');
  expect(buttons()).toEqual(['Retry', 'Delete']);
  await userEvent.click(page.getByRole('button', { name: 'Retry' }));
  await userEvent.click(page.getByRole('button', { name: 'Delete' }));
  expect(pressed).toEqual(['retry first', 'discard first']);
});

test('a held message says until when, without alarm', async () => {
  render(bubble({ heldUntil: inMs(2 * 3_600_000) }));
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent(
      'You have reached a limit. It is sent at 2:00 PM, or the next time you are here after that.RetryDelete',
    );
  expect(buttons()).toEqual(['Retry', 'Delete']);
});

test('a refused edit is cancelled, not deleted, and has the time of its message', async () => {
  const changed = sampleMessage(1, { fromUserId: me, createdAt: inMs(-3_600_000) });
  render(bubble({ entry: { ...entry, changed, failure: 'Too late.' } }));
  await expect.poll(buttons).toEqual(['Retry', 'Cancel']);
  expect(foot()).toBe('11:00 AM · Not sent');
});

test('a picture that is uploaded can be cancelled; a text cannot', async () => {
  const picture = { bytes: new ArrayBuffer(0), type: 'image/png', width: 10, height: 10 };
  render(
    <>
      {bubble()}
      {bubble({ entry: { ...entry, clientMessageId: 'picture', content: null, picture }, progress: 0 })}
    </>,
  );
  await expect.poll(buttons).toEqual(['Cancel']);
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  expect(pressed).toEqual(['discard picture']);
});

test('a correction that waits is named one; of a deletion that waits nothing is left, and a refused one names the recording', async () => {
  const repliesTo = {
    chatMessageId: '1',
    userId: partner,
    kind: 'text' as const,
    excerpt: '',
    isDeleted: false,
  };
  const deleted = sampleMessage(1, { fromUserId: me, content: null, deletedAt: now, repliesTo });
  const recording = sampleMessage(2, {
    fromUserId: me,
    content: null,
    type: 'voice',
    audioUrl: '/recording',
  });
  const words = () => [...document.querySelectorAll('p:not(:has(> time))')].map((p) => p.textContent);
  render(
    <>
      {bubble({ entry: { ...entry, corrects: { chatMessageId: '1', kind: 'mistake' } } })}
      {bubble({ entry: { ...entry, content: null, changed: deleted } })}
      {bubble({ entry: { ...entry, content: null, changed: recording, failure: 'No.' } })}
    </>,
  );
  await expect.poll(words).toEqual(['Corrected: \u2068Hello\u2069', 'Message deleted', 'Audio']);
  expect(buttons()).toEqual(['Retry', 'Cancel']);
});

test('a reply that waits names whom it answers', async () => {
  const quoted = (userId: string) => ({
    chatMessageId: '1',
    userId,
    kind: 'text' as const,
    excerpt: 'Shall we?',
    isDeleted: false,
  });
  render(
    <>
      {bubble({ entry: { ...entry, repliesTo: quoted(partner) } })}
      {bubble({ entry: { ...entry, repliesTo: quoted(me) } })}
    </>,
  );
  const quotes = page.getByRole('button');
  await expect.element(quotes.first()).toHaveAccessibleName('In reply to Ben: Shall we?');
  await expect.element(quotes.nth(1)).toHaveAccessibleName('In reply to you: Shall we?');
});

test.each([
  ['own', { fromUserId: me }, '12:00 PM · Sent'],
  ['delivered', { fromUserId: me, deliveredAt: now }, '12:00 PM · Delivered'],
  ['read', { fromUserId: me, deliveredAt: now, readAt: now }, '12:00 PM · Read'],
  ['own and edited', { fromUserId: me, editedAt: now }, 'Edited · 12:00 PM · Sent'],
  ['own and deleted', { fromUserId: me, editedAt: now, deletedAt: now, content: null }, '12:00 PM'],
  ['of the partner', { deliveredAt: now, readAt: now }, '12:00 PM'],
  ['of the partner and edited', { editedAt: now }, 'Edited · 12:00 PM'],
])('a message that is %s has its mark', async (_case, changes, words) => {
  const message = sampleMessage(1, { createdAt: now, ...changes });
  render(
    <MessageBubble
      message={message}
      isOwn={message.fromUserId === me}
      partnerName="Ben"
      continues={false}
      isFollowed={false}
      onReload={async () => null}
      onQuote={() => undefined}
      onChoose={() => undefined}
    />,
  );
  await expect.poll(foot).toBe(words);
  expect(buttons()).toHaveLength(message.deletedAt ? 0 : 1);
});
