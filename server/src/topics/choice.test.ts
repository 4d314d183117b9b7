import { describe, expect, test } from 'vitest';
import { allTopics, type TopicEntry } from './catalogue.ts';
import { chooseTopics, type Occasion } from './choice.ts';

const tea = { interests: ['Food', 'Cooking', 'Baking', 'Tea', 'Coffee'], isShared: false };
const books = { interests: ['Movies', 'TV Series', 'Books'], isShared: false };
const space = { interests: ['Science', 'Space', 'Nature'], isShared: false };
const sports = { interests: ['Sports', 'Running'], isShared: false };
const own = [tea, books, space, sports];

const sounds = { interests: ['Music', 'Singing'], isShared: false };

const choose = (occasion: Partial<Occasion> = {}) =>
  chooseTopics(allTopics(), {
    secret: 'secret',
    userId: 'me',
    partnerUserId: 'you',
    day: 20_000,
    band: 'B1-B2',
    themes: own,
    used: new Set(),
    ...occasion,
  });
const ids = (topics: TopicEntry[]) => topics.map(({ topicId }) => topicId);
const isAbout = (topics: TopicEntry[], { interests }: { interests: string[] }) =>
  topics.some(({ interest }) => interest !== null && interests.includes(interest));
const partners = Array.from({ length: 400 }, (_, index) => `partner-${index}`);
const sharing = (theme: object) => own.map((each) => ({ ...each, isShared: each === theme }));

describe('the choice of topics', () => {
  test("is three topics of the band: two of the member's themes and a general one", () => {
    for (const partnerUserId of partners.slice(0, 50)) {
      const topics = choose({ partnerUserId });
      expect(topics).toHaveLength(3);
      expect(new Set(topics.map(({ band }) => band))).toEqual(new Set(['B1-B2']));
      expect(topics.map(({ interest }) => interest === null)).toEqual([false, true, false]);
      for (const { interest } of topics) {
        if (interest !== null) expect(own.flatMap(({ interests }) => interests)).toContain(interest);
      }
    }
  });

  test.each([2, 3, 4])('has two different themes on every day, out of %s', (count) => {
    const themes = own.slice(0, count);
    for (let day = 20_000; day < 20_012; day += 1) {
      const topics = choose({ themes, day });
      expect(themes.filter((theme) => isAbout(topics, theme))).toHaveLength(2);
    }
  });

  test.each([
    [2, 2],
    [3, 2],
    [4, 2],
    [5, 3],
  ])('out of %s themes turns through %s, the better half', (count, half) => {
    const themes = [...own, sounds].slice(0, count);
    const days = Array.from({ length: 12 }, (_, day) => choose({ themes, day }));
    expect(themes.filter((theme) => days.some((topics) => isAbout(topics, theme)))).toHaveLength(half);
  });

  test('depends on the secret, the member and the partner', () => {
    const others = [{ secret: 'another' }, { userId: 'another' }, { partnerUserId: 'another' }];
    const days = Array.from({ length: 10 }, (_, day) => day);
    const shown = (occasion: Partial<Occasion>) =>
      days.map((day) => ids(choose({ ...occasion, day })).join());
    const usual = shown({});
    for (const other of others) {
      const same = shown(other).filter((one, day) => one === usual[day]);
      expect(same.length, JSON.stringify(other)).toBeLessThan(3);
    }
  });

  test('without interests has general topics only', () => {
    expect(choose({ themes: [] }).map(({ interest }) => interest)).toEqual([null, null, null]);
  });

  test('with one theme does not depend on whether it is shared', () => {
    for (const partnerUserId of partners.slice(0, 20)) {
      const asked = (isShared: boolean) => ids(choose({ partnerUserId, themes: [{ ...tea, isShared }] }));
      expect(asked(true)).toEqual(asked(false));
    }
  });

  test('prefers a shared theme without revealing it: it may be missing, and others may appear', () => {
    const withTea = (themes: Occasion['themes']) =>
      partners.filter((partnerUserId) => isAbout(choose({ partnerUserId, themes }), tea)).length;
    const [shared, unshared] = [withTea(sharing(tea)), withTea(own)];
    expect(shared).toBeGreaterThan(unshared + 80);
    expect(shared).toBeLessThan(400);
    expect(unshared).toBeGreaterThan(100);
  });

  test('is stable within a day and changes daily', () => {
    expect(ids(choose())).toEqual(ids(choose()));
    const days = new Set(Array.from({ length: 10 }, (_, day) => ids(choose({ day })).join()));
    expect(days.size).toBeGreaterThan(8);
  });

  test('excludes used topics, falls back to other bands, and shrinks when none are left', () => {
    const inBand = allTopics().filter(({ band }) => band === 'B1-B2');
    const left = choose({ used: new Set(ids(inBand)) });
    expect(left).toHaveLength(3);
    expect(left.map(({ band }) => band)).not.toContain('B1-B2');
    const used = new Set<string>();
    for (let round = 0; round < 134; round++) {
      for (const { topicId } of choose({ used })) {
        expect(used.has(topicId)).toBe(false);
        used.add(topicId);
      }
    }
    expect(used.size).toBe(400);
    expect(choose({ used })).toEqual([]);
  });
});
