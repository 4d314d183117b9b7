import { describe, expect, test } from 'vitest';
import { isTipped, recentMessages, shareOf, wordsByLanguage } from './language-share';

const pair = { practised: 'ja', given: 'en', spoken: ['en', 'ja'] };
const times = (count: number, language: string, words: number) =>
  Array.from({ length: count }, () => new Map([[language, words]]));

describe('the share of two languages', () => {
  test('is of words, not of messages, and about', () => {
    expect(shareOf([...times(8, 'en', 10), ...times(4, 'ja', 13)], pair)).toEqual({
      more: 'en',
      less: 'ja',
      moreShare: 60,
      lessShare: 40,
    });
    expect(shareOf([...times(5, 'en', 10), ...times(10, 'ja', 10)], pair)).toMatchObject({
      more: 'ja',
      moreShare: 65,
    });
  });

  test('is not told below ten messages, of which those in neither language are none', () => {
    expect(shareOf(times(9, 'en', 10), pair)).toBeNull();
    expect(shareOf([...times(9, 'en', 10), ...times(5, 'es', 10), new Map()], pair)).toBeNull();
    expect(shareOf(times(10, 'en', 10), pair)).toMatchObject({ moreShare: 100, lessShare: 0 });
  });

  test('is not told where only one of the two learns from the other', () => {
    expect(shareOf(times(20, 'en', 10), { ...pair, given: null })).toBeNull();
    expect(shareOf(times(20, 'en', 10), { ...pair, practised: null })).toBeNull();
  });

  test('tips at 60 : 40', () => {
    expect(isTipped({ more: 'en', less: 'ja', moreShare: 55, lessShare: 45 })).toBe(false);
    expect(isTipped({ more: 'en', less: 'ja', moreShare: 60, lessShare: 40 })).toBe(true);
  });
});

describe('what counts', () => {
  const now = new Date('2030-03-10T12:00:00Z');
  const message = (createdAt: string, content: string | null = 'はい、そうです') => ({
    chatMessageId: createdAt,
    content,
    createdAt: new Date(createdAt),
  });

  test('are texts of the last four weeks', () => {
    const messages = [
      message('2030-02-10T11:59:59Z'),
      message('2030-02-10T12:00:00Z'),
      message('2030-03-10T11:00:00Z'),
      message('2030-03-10T11:30:00Z', null),
    ];
    expect(recentMessages(messages, now).map(({ chatMessageId }) => chatMessageId)).toEqual([
      '2030-02-10T12:00:00Z',
      '2030-03-10T11:00:00Z',
    ]);
  });

  test('what somebody said a message is in holds for all of it', () => {
    const words = (kept: Record<string, string | null>) =>
      Object.fromEntries(
        wordsByLanguage(message('a', '今日は雨です'), ['ja', 'zh'], { profiles: new Map(), kept }),
      );
    const detected = words({});
    expect(Object.keys(detected)).toEqual(['ja']);
    expect(words({ a: 'zh' })).toEqual({ zh: detected.ja });
    expect(words({ a: null })).toEqual({});
  });
});
