import { interests } from '@parlance/contract/interest-catalogue';
import { describe, expect, test } from 'vitest';
import { allTopics, sentenceOf, type WrittenLanguage } from './catalogue.ts';

const languages: WrittenLanguage[] = ['ar', 'de', 'en', 'es', 'fr', 'ja', 'ko', 'pt', 'ru', 'zh'];

describe('the topics', () => {
  test('are 400: two per band for each interest, and forty general ones', () => {
    const topics = allTopics();
    expect(topics).toHaveLength(400);
    for (const { name } of interests) {
      const bands = topics.filter(({ interest }) => interest === name).map(({ band }) => band);
      expect(bands, name).toEqual(['A1-A2', 'A1-A2', 'B1-B2', 'B1-B2', 'C1+', 'C1+']);
    }
    expect(topics.filter(({ interest }) => interest === null)).toHaveLength(40);
  });

  test('have unique opaque ids', () => {
    const ids = allTopics().map(({ topicId }) => topicId);
    expect(new Set(ids).size).toBe(400);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{12}$/);
  });

  test.each(languages)(
    'are all written in %s, with a beginning of an answer for beginners only',
    (language) => {
      for (const { key, band } of allTopics()) {
        const { text, starter } = sentenceOf(key, language);
        expect(text.trim(), key).not.toBe('');
        expect(starter !== null, key).toBe(band === 'A1-A2');
      }
    },
  );
});
