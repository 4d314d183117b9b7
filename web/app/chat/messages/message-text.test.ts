import { expect, test } from 'vitest';
import { previewOf } from './message-text';

test('a preview is one line; a recording is called Audio (§9)', () => {
  expect(previewOf({ content: 'one\n\ntwo  three' })).toBe('one two three');
  expect(previewOf({ content: null })).toBe('Audio');
});

test('a correction says that it is one, with its text on one line', () => {
  const corrects = { chatMessageId: 'any', kind: 'natural' as const, note: 'Shorter.' };
  expect(previewOf({ content: 'I went\nhome.', corrects })).toBe('Corrected: \u2068I went home.\u2069');
  expect(previewOf({ content: 'I went home.', corrects }, true)).toBe(
    'Looks right: \u2068I went home.\u2069',
  );
  expect(previewOf({ content: 'I went home.', corrects: null })).toBe('I went home.');
});
