import { describe, expect, test } from 'vitest';
import { findContact } from './contact-text.ts';
import firstMessages from './first-messages.json' with { type: 'json' };

const samples = Object.entries(firstMessages);

test('ten languages, with twenty messages of each kind', () => {
  expect(samples.map(([language]) => language).toSorted()).toEqual([
    'ar',
    'de',
    'en',
    'es',
    'fr',
    'ja',
    'ko',
    'pt',
    'ru',
    'zh',
  ]);
  for (const [, { hostile, honest }] of samples) {
    expect([new Set(hostile).size, new Set(honest).size]).toEqual([20, 20]);
  }
});

// Rules: docs/specification/contact.md#notified-or-silent
describe.each(samples)('first messages in %s', (_language, { hostile, honest }) => {
  test('with contact details are found', () => {
    expect(hostile.filter((text) => findContact(text) === null)).toEqual([]);
  });

  test('without contact details are not', () => {
    expect(honest.filter((text) => findContact(text) !== null)).toEqual([]);
  });
});
