import { describe, expect, test } from 'vitest';
import { isTipped, readShare, recentMessages, shareOf, wordsByLanguage } from './language-share';

const pair = { practised: 'ja', given: 'en', spoken: ['en', 'ja'] };
const times = (count: number, language: string, words: number) =>
  Array.from({ length: count }, () => new Map([[language, words]]));

describe('the share of two languages', () => {
  test('counts words, not messages, and is rounded', () => {
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

  test('is hidden below ten messages in the two languages', () => {
    expect(shareOf(times(9, 'en', 10), pair)).toBeNull();
    expect(shareOf([...times(9, 'en', 10), ...times(5, 'es', 10), new Map()], pair)).toBeNull();
    expect(shareOf(times(10, 'en', 10), pair)).toMatchObject({ moreShare: 100, lessShare: 0 });
  });

  test('is hidden when only one of the two learns from the other', () => {
    expect(shareOf(times(20, 'en', 10), { ...pair, given: null })).toBeNull();
    expect(shareOf(times(20, 'en', 10), { ...pair, practised: null })).toBeNull();
  });

  test('is uneven from 60 : 40', () => {
    expect(isTipped({ more: 'en', less: 'ja', moreShare: 55, lessShare: 45 })).toBe(false);
    expect(isTipped({ more: 'en', less: 'ja', moreShare: 60, lessShare: 40 })).toBe(true);
  });
});

describe('the messages that count', () => {
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

  test('are 300 at most, the newest', () => {
    const all = Array.from({ length: 301 }, (_, nth) => ({ ...message('2030-03-10T11:00:00Z'), nth }));
    const counted = recentMessages(all, now).map(({ nth }) => nth);
    expect([counted.length, counted[0], counted.at(-1)]).toEqual([300, 1, 300]);
  });

  test('are the same at every scroll position, and each loaded message gets its language', () => {
    const minute = 60_000;
    const all = Array.from({ length: 120 }, (_, nth) => ({
      chatMessageId: String(nth),
      // The newest fifty are half and half, a recording among them; older ones are in English.
      content: nth === 90 ? null : nth >= 70 && nth % 2 === 1 ? 'ja' : 'en',
      createdAt: new Date(now.getTime() - (120 - nth) * minute),
    }));
    const read = (loaded: number) =>
      readShare(all.slice(-loaded), now, pair, ({ content }) => new Map([[content ?? '', 10]]));
    const half = { moreShare: 50, lessShare: 50 };
    expect(read(50).share).toMatchObject(half);
    expect(read(100).share).toEqual(read(50).share);
    expect(read(120).share).toEqual(read(50).share);
    expect(read(50).words.size).toBe(49);
    expect(read(120).words.get('0')).toEqual(new Map([['en', 10]]));
  });

  test('are those of the newest page, even when it has no text', () => {
    const all = Array.from({ length: 80 }, (_, nth) => ({
      chatMessageId: String(nth),
      content: nth < 30 ? 'en' : null,
      createdAt: now,
    }));
    expect(readShare(all, now, pair, () => new Map([['en', 10]])).share).toBeNull();
  });

  test('use the chosen language for the whole message', () => {
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
