import type { ChatMessage } from '@parlance/contract/chat';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { partner, sampleMessage } from '#test/chat-samples';
import { ContactWarning, firstContactOffer } from './contact-warning';
import { ConversationHeader } from './conversation-header';

const profile = {
  userId: partner,
  name: 'Ben',
  description: '',
  profileImageUrl: null,
  timeZone: 'UTC',
  createdAt: new Date(0),
  languages: [],
};
const menuButton = /<button(?![^>]* disabled=)[^>]* aria-label="More"/;

/** Renders the contact warning together with the Block and Report controls. */
function show(messages: ChatMessage[]): string {
  const screen = () => (
    <>
      <ConversationHeader profile={profile} onReport={() => undefined} />
      <ContactWarning messages={messages} partnerId={partner} />
    </>
  );
  return renderToStaticMarkup(
    <RouterProvider router={createMemoryRouter([{ path: '*', Component: screen }])} />,
  );
}

afterEach(() => vi.unstubAllGlobals());

test('a stranger who offers a contact is warned of, below the menu that blocks and reports', () => {
  const html = show([sampleMessage(1, { content: 'https://example.org' })]);
  expect(html).toMatch(menuButton);
  expect(html).toContain('This message contains a link.');
});

test.each([`telegram${' '.repeat(3980)}`, 'а.'.repeat(2000), '\ufdfa'.repeat(4000)])(
  'a first message made to be slow leaves the menu within reach at once',
  (content) => {
    const began = process.cpuUsage();
    expect(show([sampleMessage(1, { content })])).toMatch(menuButton);
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(500);
  },
);

test('a message that cannot be searched is reported and leaves the menu within reach', () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const unreadable = Object.defineProperty(sampleMessage(1), 'content', {
    get: () => {
      throw new RangeError('unreadable');
    },
  });
  expect(show([unreadable])).toMatch(menuButton);
  expect(reported).toHaveBeenCalledWith(new RangeError('unreadable'));
});

describe('the warning is for the receiver of a first message', () => {
  const message = (sequence: number, fromUserId: string, content: string | null) =>
    ({ chatMessageId: `m${sequence}`, sequence, fromUserId, content }) as ChatMessage;

  test('a stranger who offers a contact before one has answered', () => {
    const offer = firstContactOffer(
      [message(1, 'ben', 'Hi'), message(2, 'ben', null), message(3, 'ben', '+49 170 1234567')],
      'ben',
    );
    expect(offer).toEqual({ chatMessageId: 'm3', kind: 'phone' });
  });

  test.each([
    ['the sender', [message(1, 'me', '+49 170 1234567')]],
    ['the reader wrote first', [message(1, 'me', 'Hi'), message(2, 'ben', '+49 170 1234567')]],
    ['the reader has answered', [message(1, 'ben', '+49 170 1234567'), message(2, 'me', 'thanks')]],
    ['a conversation whose beginning is not here', [message(51, 'ben', '+49 170 1234567')]],
    ['a harmless beginning', [message(1, 'ben', 'Hi, shall we talk at 18:00?')]],
    ['an empty conversation', []],
  ])('nothing for %s', (_who, messages) => {
    expect(firstContactOffer(messages, 'ben')).toBeNull();
  });
});
