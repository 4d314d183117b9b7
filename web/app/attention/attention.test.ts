import { expect, test } from 'vitest';
import { type AttentionKind, attentionOrder, decideAttention } from './attention';

const everything = Object.fromEntries(attentionOrder.map((kind) => [kind, 1]));

test('nothing is prominent where nothing waits', () => {
  expect(decideAttention({})).toEqual({ prominent: null, others: [] });
  expect(decideAttention({ requests: 0, phrases: 0 })).toEqual({ prominent: null, others: [] });
});

// Reasons: docs/decisions/attention.md
test.each([
  ['session', 'notice', 'a running session ends, an offer waits'],
  ['notice', 'proposal', 'an offer covers the screen until it is answered'],
  ['proposal', 'hours', 'a suggestion expires when its session begins'],
  ['hours', 'question', 'a partner waits for hours, nobody for an answer'],
  ['question', 'requests', 'a question closes after two weeks, requests arrive quietly'],
  ['requests', 'phrases', 'people before exercises'],
] as [AttentionKind, AttentionKind, string][])('%s comes before %s: %s', (first, second) => {
  expect(decideAttention({ [second]: 99, [first]: 1 })).toEqual({ prominent: first, others: [second] });
});

test('one of all is prominent, and the others follow in order', () => {
  const { prominent, others } = decideAttention(everything);
  expect([prominent, ...others]).toEqual([...attentionOrder]);
});
