import type { ContactStanding } from '@parlance/contract/contact';
import { expect, test } from 'vitest';
import { type StandingPlace, standingText } from './standing-text';

const standing = (changes: Partial<ContactStanding> = {}): ContactStanding => ({
  state: 'new',
  notifiedLeft: 1,
  notifiedPerDay: 8,
  left: 43,
  until: null,
  canAppeal: false,
  ...changes,
});
// In UTC it is the next day already.
const until = new Date(2026, 4, 21, 23);

test.each<[StandingPlace, Partial<ContactStanding>, RegExp | null]>([
  ['new conversation', {}, null],
  ['settings', {}, null],
  [
    'new conversation',
    { notifiedLeft: 0 },
    /^You have written to 8 new people in a day\. This one arrives without a notice until somebody answers you\.$/,
  ],
  ['settings', { notifiedLeft: 0 }, /The next first messages arrive without a notice/],
  // The conversation was counted already.
  ['unanswered conversation', { notifiedLeft: 0, left: 0 }, null],
  ['new conversation', { notifiedLeft: 0, left: 0 }, /A first message waits here and is sent/],
  [
    'unanswered conversation',
    { state: 'restricted', notifiedLeft: 0, until },
    /^Several people declined.*\nUntil May 21, 2026 your first messages arrive without a notice\. After that .*\nYou can keep your sessions and answer everybody who writes to you\. .*book them once they have answered\.$/,
  ],
  [
    'unanswered conversation',
    { state: 'held', notifiedLeft: 0, left: 0 },
    /^Somebody is looking at your account\. Until then you cannot write to new people or book them\. Your conversations go on\.$/,
  ],
])('%s, %j', (place, changes, expected) => {
  const text = standingText(standing(changes), place).join('\n');
  expect(text).toMatch(expected ?? /^$/);
});
