import { expect, test } from 'vitest';
import { fitReason, sharedInterestsText } from './fit-reason';

test.each([
  ['mutual', ['ja'], ['es'], 'Speaks Japanese, learns Spanish: a match both ways'],
  ['mutual', ['ja', 'ko'], ['es'], 'Speaks Japanese and Korean, learns Spanish: a match both ways'],
  ['speaks', ['ja', 'ko', 'de', 'fr'], [], 'Speaks Japanese, Korean, and 2 more, which you are learning'],
  ['learns', [], ['es'], 'Learns Spanish, which you speak'],
  ['other', [], [], null],
] as const)('%s: %j, %j', (tier, speaks, learns, expected) => {
  const fit = { tier, speaks: [...speaks], learns: [...learns], sharedInterests: 'none' as const };
  expect(fitReason(fit)).toBe(expected);
});

test.each([
  ['none', null],
  ['some', 'Some shared interests'],
  ['many', 'Many shared interests'],
] as const)('%s shared interests', (sharedInterests, expected) => {
  expect(sharedInterestsText({ tier: 'other', speaks: [], learns: [], sharedInterests })).toBe(expected);
});
