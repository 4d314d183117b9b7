import type { ChatMessage } from '@parlance/contract/chat';
import { describe, expect, test } from 'vitest';
import { firstContactOffer } from './contact-swap';

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
    ['whoever wrote first', [message(1, 'me', 'Hi'), message(2, 'ben', '+49 170 1234567')]],
    ['whoever has answered', [message(1, 'ben', '+49 170 1234567'), message(2, 'me', 'thanks')]],
    ['a conversation whose beginning is not here', [message(51, 'ben', '+49 170 1234567')]],
    ['a harmless beginning', [message(1, 'ben', 'Hi, shall we talk at 18:00?')]],
    ['an empty conversation', []],
  ])('nothing for %s', (_who, messages) => {
    expect(firstContactOffer(messages, 'ben')).toBeNull();
  });
});
