import { interests as catalogue } from '@parlance/contract/interest-catalogue';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareInterests, themes, themesOfBoth } from './shared-interests.ts';

const topics = catalogue.map(({ name }) => name);
const choice = fc.subarray<string>(topics, { minLength: 5 });
/** One topic from each of the first themes. */
const across = (count: number) => themes.slice(0, count).map(([topic = '']) => topic);

test('every topic of the catalogue is in one theme, and a theme has five at least', () => {
  expect(themes.flat().toSorted()).toEqual(topics.toSorted());
  for (const theme of themes) expect(theme.length).toBeGreaterThanOrEqual(5);
});

test.each([
  [0, 'none'],
  [2, 'none'],
  [3, 'some'],
  [4, 'some'],
  [5, 'many'],
  [9, 'many'],
])('%i shared themes: %s', (count, word) => {
  expect(compareInterests(across(count), topics)).toBe(word);
  expect(compareInterests(topics, across(count))).toBe(word);
});

test('no choice of one’s own tells one topic of a theme from another', () => {
  const twoOfOne = fc
    .constantFrom(...themes)
    .chain((theme) => fc.shuffledSubarray([...theme], { minLength: 2, maxLength: 2 }));
  fc.assert(
    fc.property(choice, choice, twoOfOne, (mine, theirs, [one = '', other = '']) => {
      const rest = theirs.filter((topic) => topic !== one && topic !== other);
      expect(compareInterests(mine, [...rest, one])).toBe(compareInterests(mine, [...rest, other]));
      expect(compareInterests(mine, [...rest, one])).toBe(compareInterests(mine, [...rest, one, other]));
    }),
    { numRuns: 2_000 },
  );
});

test('the themes of two people are the same whichever topic of a theme the other has', () => {
  const own = ['Tea', 'Books', 'Space'];
  const shared = (other: string[]) => themesOfBoth(own, other).map(({ isShared }) => isShared);
  expect(shared(['Tea'])).toEqual(shared(['Coffee']));
  expect(shared(['Coffee']).filter(Boolean)).toHaveLength(1);
  expect(shared(['Yoga'])).toEqual([false, false, false]);
  expect(themesOfBoth(own, []).flatMap(({ interests }) => interests)).toEqual(
    expect.arrayContaining(['Coffee', 'Poetry', 'Weather']),
  );
});

test('the order of themes does not tell the order of one’s choices', () => {
  const own = ['Tea', 'Books', 'Space'];
  expect(themesOfBoth(own.toReversed(), [])).toEqual(themesOfBoth(own, []));
});
