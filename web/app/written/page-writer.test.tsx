import type { SearchUser } from '@parlance/contract/people';
import { describe, expect, test } from 'vitest';
import { readSearch, writeDashboard, writeProfile } from './page-writer';

const now = new Date();
const person = (change: Partial<SearchUser> = {}): SearchUser => ({
  userId: '0197a8c0-0000-7000-8000-000000000001',
  createdAt: new Date('2026-04-15T12:00:00Z'),
  name: 'Aiko',
  description: 'Likes long walks.',
  profileImageUrl: null,
  timeZone: 'Asia/Tokyo',
  lastActiveAt: null,
  languages: [
    { languageCode: 'ja', learning: false, proficiency: 1 },
    { languageCode: 'es', learning: true, proficiency: 0.4 },
  ],
  ...change,
});
const found = (...users: SearchUser[]) => ({ count: users.length, users });

describe('the search as a visitor sees it', () => {
  test('shows the people that were found, with links that work without the app', () => {
    const { html } = writeDashboard(
      '',
      found(person(), person({ userId: '0197a8c0-0000-7000-8000-000000000002' })),
    );
    expect(html.match(/View Profile/g)).toHaveLength(2);
    expect(html).toContain('href="/profile/0197a8c0-0000-7000-8000-000000000002"');
    expect(html).toContain('Most recently active first');
    expect(html).toContain('Create Free Account');
  });

  test('asks what its address says', () => {
    expect(readSearch('')).toMatchObject({ learning: true, limit: 9, offset: 0 });
    expect(readSearch('languageCode=ja&type=natives&offset=50')).toMatchObject({
      languageCode: 'ja',
      learning: false,
      offset: 0,
    });
    expect(readSearch('languageCode=ja&query=a')).toBeNull();
    const { html, answer } = writeDashboard('languageCode=ja&type=natives', found());
    expect(html).toContain('Native speakers of Japanese');
    expect(answer.input).toEqual(readSearch('languageCode=ja&type=natives'));
  });

  test('says nothing that depends on the clock of the viewer', () => {
    const activeAt = (ms: number) =>
      writeDashboard('', found(person({ lastActiveAt: new Date(now.getTime() - ms) })));
    expect(activeAt(0).html).toContain('Active now');
    expect(activeAt(20 * 60_000).html).not.toContain('Active today');
  });
});

describe('a profile as a visitor sees it', () => {
  test('shows the person and leaves the times to the app', () => {
    const { html, answer } = writeProfile(person());
    expect(html).toMatch(/<h1[^>]*>Aiko<\/h1>/);
    expect(html).toContain('Likes long walks.');
    expect(html).toContain('Member since April 2026');
    expect(html).toMatch(/<p class="[^"]*invisible[^"]*">.*It is/);
    expect(html).toMatch(/<div data-app-part="true"[^>]*>.*Loading availability/);
    expect(answer).toMatchObject({
      path: '/user/{userId}/profile',
      result: { name: 'Aiko', createdAt: '2026-04-15T12:00:00.000Z' },
    });
  });
});

test('hostile words stay text, and nothing needs a style of its own', () => {
  const eve = person({
    name: '<img src=x onerror=alert(1)>',
    description: '</div></script><script>alert(1)</script>',
  });
  for (const { html } of [
    writeDashboard('', found(eve)),
    writeProfile(eve),
    writeDashboard('query=<script>', found()),
  ]) {
    expect(html).not.toMatch(/<script|<img|\sstyle="/);
  }
});
