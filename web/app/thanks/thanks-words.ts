import type { ThanksWord } from '@parlance/contract/thanks';
import { word } from '@parlance/words/word';

/** Reasons for thanks, as nouns, which need no agreement with the member's gender. */
export const thanksLabels = {
  patience: word('Patience', 'what a partner is thanked for'),
  encouragement: word('Encouragement', 'what a partner is thanked for'),
  explanations: word('Clear explanations', 'what a partner is thanked for'),
  corrections: word('Helpful corrections', 'what a partner is thanked for'),
  questions: word('Good questions', 'what a partner is thanked for'),
  listening: word('Good listening', 'what a partner is thanked for'),
  humour: word('Good humour', 'what a partner is thanked for'),
  punctuality: word('Being on time', 'what a partner is thanked for'),
} satisfies Record<ThanksWord, string>;
