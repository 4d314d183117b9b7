import type { FullProfile } from '@parlance/contract/people';
import { wordsOf } from '@parlance/words/server';
import { expect, test } from 'vitest';
import { headOf } from './preview.ts';

const profile: FullProfile = {
  userId: '0198f0a0-0000-7000-8000-000000000000',
  name: 'Ana',
  description: '',
  profileImageUrl: null,
  timeZone: null,
  createdAt: new Date(0),
  languages: (['en', 'es', 'fr'] as const).map((languageCode) => ({
    languageCode,
    learning: false,
    proficiency: 1,
  })),
};

test.each([
  ['en', 'Speaks English, Spanish, and French.'],
  ['de', 'Englisch, Spanisch und Französisch'],
  ['ar', 'الإنجليزية والإسبانية والفرنسية'],
  ['ja', '英語、スペイン語、フランス語'],
  ['zh-Hans', '英语、西班牙语和法语'],
] as const)('the preview of a person lists languages as %s does', (locale, listed) => {
  const edition = {
    words: wordsOf(locale),
    named: null,
    offered: [locale],
    publicUrl: 'https://example.org',
  };
  const head = headOf({ path: 'profile', data: { profile } }, edition);
  expect(head.find(({ name }) => name === 'description')?.content).toContain(listed);
});
