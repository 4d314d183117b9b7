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

const english = {
  words: wordsOf('en'),
  named: null,
  offered: ['en'],
  publicUrl: 'https://example.org',
} as const;

function tagsOf(changes: Partial<FullProfile>): Record<string, string | undefined> {
  const head = headOf({ path: 'profile', data: { profile: { ...profile, ...changes } } }, english);
  return Object.fromEntries(
    head.map((tag) => [tag.name ?? tag.property ?? tag.rel, tag.content ?? tag.href]),
  );
}

test('the preview of a person with a portrait shows it, with the name as its text', () => {
  const tags = tagsOf({ profileImageUrl: '/media/profile-images/0.jpg' });
  expect(tags).toMatchObject({
    'og:image': 'https://example.org/media/profile-images/0.jpg',
    'og:image:alt': 'Ana',
    'twitter:card': 'summary',
  });
  expect(tags).not.toHaveProperty('og:image:width');
  expect(tagsOf({})).toMatchObject({
    'og:image': 'https://example.org/og.png',
    'og:image:width': '1200',
    'twitter:card': 'summary_large_image',
  });
});

test('the preview of a person without a name, and of learners alone', () => {
  const learning = profile.languages.map((language) => ({ ...language, learning: true, proficiency: 0.2 }));
  expect(tagsOf({ name: ' ', languages: learning })).toMatchObject({
    'og:title': 'Somebody · Parlance',
    description: 'Learning English, Spanish, and French. ',
  });
});
