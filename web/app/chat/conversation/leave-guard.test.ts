import { afterEach, expect, test, vi } from 'vitest';
import { type Composing, isCutOff, leaveMemory, leaveQuestion } from './leave-guard';

afterEach(() => void vi.unstubAllGlobals());

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

test("'Don't ask again' is remembered in this tab", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  expect(leaveMemory.isSilenced()).toBe(false);
  leaveMemory.silence();
  expect(leaveMemory.isSilenced()).toBe(true);
});

test('where storage is forbidden the question comes again', () => {
  const forbidden = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: forbidden, setItem: forbidden });
  leaveMemory.silence();
  expect(leaveMemory.isSilenced()).toBe(false);
});
