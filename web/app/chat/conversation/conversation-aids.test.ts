import { describe, expect, test } from 'vitest';
import { isQuiet, withTopic } from './conversation-aids';

const now = new Date('2030-03-10T12:00:00Z');
const said = (createdAt: string) => ({ createdAt: new Date(createdAt) });

describe('a conversation is quiet', () => {
  test('while nothing was said, and from seven days after the last word on', () => {
    expect(isQuiet([], now)).toBe(true);
    expect(isQuiet([said('2030-03-03T12:00:00.001Z')], now)).toBe(false);
    expect(isQuiet([said('2030-03-03T12:00:00Z')], now)).toBe(true);
    expect(isQuiet([said('2030-01-01T12:00:00Z'), said('2030-03-09T12:00:00Z')], now)).toBe(false);
  });
});

describe('a topic in the composer', () => {
  test('stands alone where nothing was typed, and below what was', () => {
    expect(withTopic('  ', 'What is new?')).toBe('What is new?');
    expect(withTopic('Hello Aiko,  ', 'What is new?')).toBe('Hello Aiko,\nWhat is new?');
  });
});
