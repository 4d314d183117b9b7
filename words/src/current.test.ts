import { afterEach, describe, expect, test } from 'vitest';
import { createWords } from './create-words.ts';
import { counted, parts, speak, speaking, spoken, t, translate } from './current.ts';

const german = createWords('de', {
  words: { Today: 'Heute', '1 day': { one: '1 Tag', other: '{count} Tage' }, 'No.': 'Nein.' },
});

afterEach(() => speak(createWords('en')));

describe('the language of a page', () => {
  test('is English until it is set', () => {
    expect([t('Today'), counted(2, '1 day', '{count} days')]).toEqual(['Today', '2 days']);
    speak(german);
    expect([t('Today'), counted(2, '1 day', '{count} days')]).toEqual(['Heute', '2 Tage']);
    expect([parts('Today', {}), translate({ message: 'No.' })]).toEqual([['Heute'], 'Nein.']);
    expect(spoken().locale).toBe('de');
  });

  test('is another one only while something is written in it', () => {
    expect(speaking(german, () => [t('Today'), speaking(createWords('en'), () => t('Today'))])).toEqual([
      'Heute',
      'Today',
    ]);
    expect(t('Today')).toBe('Today');
  });

  test('is what it was when writing failed', () => {
    const fail = () => {
      throw new Error('cannot be written');
    };
    expect(() => speaking(german, fail)).toThrow('cannot be written');
    expect(t('Today')).toBe('Today');
  });
});
