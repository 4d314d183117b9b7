import { expect, test } from 'vitest';
import { fitReason, sharedInterestsText } from './fit-reason';

test.each([
  ['mutual', ['ja'], ['es'], 'Speaks Japanese, learns Spanish: a match both ways'],
  ['mutual', ['ja', 'ko'], ['es'], 'Speaks Japanese and Korean, learns Spanish: a match both ways'],
  ['speaks', ['ja', 'ko', 'de', 'fr'], [], 'Speaks Japanese, Korean, and 2 more, which you are learning'],
  ['learns', [], ['es'], 'Learns Spanish, which you speak'],
  ['other', [], [], null],
] as const)('%s: %j, %j', (tier, speaks, learns, expected) => {
  const fit = { tier, speaks: [...speaks], learns: [...learns], sharedInterests: 0 };
  expect(fitReason(fit)).toBe(expected);
});

test.each([
  [0, null],
  [1, '1 shared interest'],
  [7, '7 shared interests'],
])('%i shared interests', (sharedInterests, expected) => {
  expect(sharedInterestsText({ tier: 'other', speaks: [], learns: [], sharedInterests })).toBe(expected);
});
