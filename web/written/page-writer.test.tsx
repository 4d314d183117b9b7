import type { SearchUser } from '@parlance/contract/people';
import { createWords } from '@parlance/words/create-words';
import { describe, expect, test } from 'vitest';
import * as writer from './page-writer';

const english = createWords('en');
const { readSearch } = writer;
const writeDashboard = (search: string, found: Found, words = english) =>
  writer.writeDashboard(search, found, words);
const writeProfile = (profile: SearchUser, words = english) => writer.writeProfile(profile, words);

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
interface Found {
  count: number;
  users: SearchUser[];
}
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
    expect(readSearch('').filters).toMatchObject({ learning: true, limit: 9, offset: 0 });
    expect(readSearch('languageCode=ja&type=natives&offset=50').filters).toMatchObject({
      languageCode: 'ja',
      learning: false,
      offset: 0,
    });
    expect(readSearch('languageCode=ja&query=a').filters).toMatchObject({ languageCode: 'ja', query: 'a' });
    const { html, answer } = writeDashboard('languageCode=ja&type=natives', found());
    expect(html).toContain('Native speakers of Japanese');
    expect(answer.input).toEqual(readSearch('languageCode=ja&type=natives').filters);
  });

  test('is one page for all addresses that ask for the same', () => {
    const asked = (search: string) => readSearch(search).search;
    expect(asked('type=learners&offset=20&limit=3&from=elsewhere')).toBe(asked(''));
    expect(asked('learning=false')).toBe(asked('type=natives'));
    expect(asked('query=%20a&advanced=false')).toBe(asked(''));
    expect(asked('query=a')).not.toBe(asked('query=b'));
    expect(asked('languageCode=ja')).not.toBe(asked('languageCode=ko'));
  });

  test('has a form that asks by its address: language, whom to look for and, in the advanced one, name and levels', () => {
    const namesIn = (search: string) =>
      [...writeDashboard(search, found()).html.matchAll(/<(?:select|input|button)[^>]* name="(\w+)"/g)].map(
        ([, name]) => name,
      );
    expect(writeDashboard('', found()).html).toMatch(/<form [^>]*action="\/dashboard"/);
    expect(namesIn('')).toEqual(['languageCode', 'type', 'advanced']);
    expect(namesIn('advanced=true')).toEqual([
      ...['languageCode', 'type', 'query', 'minProf', 'maxProf'],
      ...['advanced', 'advanced'],
    ]);
    const { html } = writeDashboard('languageCode=ja&type=natives&query=%22a&minProf=0.4', found());
    expect(html).toContain('<option value="ja" selected="">Japanese</option>');
    expect(html).toContain('<option value="natives" selected="">');
    expect(html).toContain('value="&quot;a"');
    expect(html).toMatch(/<option value="0.4" selected="">Intermediate/);
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
