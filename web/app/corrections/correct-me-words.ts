import type { CorrectMe } from '@parlance/contract/corrections';
import { word } from '@parlance/words/word';

export const correctMeWords = {
  always: word('Corrections welcome.'),
  asked: word('Corrections only when asked for.'),
  never: word('No corrections for now.'),
} satisfies Record<CorrectMe, string>;
