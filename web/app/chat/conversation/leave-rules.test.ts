import { expect, test } from 'vitest';
import { type Composing, isCutOff, leaveQuestion } from './leave-rules';

test.each<[Composing, boolean, boolean]>([
  ['nothing', false, false],
  ['text', false, false],
  ['recording', false, true],
  ['nothing', true, true],
  ['text', true, true],
])(
  'a reload with %s begun and something outgoing (%s) is asked about: %s',
  (composing, isOutgoing, isAsked) => {
    expect(isCutOff({ isOutgoing, composing })).toBe(isAsked);
  },
);

test.each([
  [true, true, 'unsent'],
  [true, false, 'unsent'],
  [false, true, 'under-way'],
  [false, false, null],
])(
  'leaving with something unsent (%s) and an exchange under way (%s) asks about %s',
  (isUnsent, isUnderWay, question) => {
    expect(leaveQuestion({ isUnsent, isUnderWay })).toBe(question);
  },
);
