import { describe, expect, it } from 'vitest';
import { thanksDraft } from './thanks.ts';
import { fromWire, isOnWire } from './wire.ts';

// Rules: docs/specification/thanks.md
describe('thanks', () => {
  const takes = (words: string[], text = '') => isOnWire(thanksDraft, { words, text });

  it('are up to three different words, a text, or both', () => {
    expect(takes(['patience', 'humour', 'listening'])).toBe(true);
    expect(takes(['patience', 'humour', 'listening', 'questions'])).toBe(false);
    expect(takes(['patience', 'patience'])).toBe(false);
    expect(takes(['beauty'])).toBe(false);
    expect(takes([], 'Thank you.')).toBe(true);
    expect(takes([], '😀'.repeat(300))).toBe(true);
    expect(takes([], 'x'.repeat(301))).toBe(false);
  });

  it('are not nothing', () => {
    expect(() => fromWire(thanksDraft, { words: [], text: '  ' })).toThrow(
      expect.objectContaining({ fields: { text: 'Choose a word or write something' } }),
    );
  });
});
