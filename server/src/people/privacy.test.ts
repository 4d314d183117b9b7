import { describe, expect, test } from 'vitest';
import { leaksIn } from '#test/canary';
import { startCommunity } from '#test/personas';

const interests = ['Travel', 'Food', 'Culture', 'Slang', 'Coffee'];

describe('private fields of others (invariant of the architecture)', () => {
  test('never appear in an answer about people, to a visitor or to somebody signed in', async () => {
    const community = await startCommunity();
    const profile = { description: 'Hi', speaks: ['ja' as const], learns: { es: 0.2 } };
    const ben = await community.signUp('ben-canary@example.org', { name: 'Ben', ...profile });
    await ben.calls.updateUser({ interests, dailyGoal: 'extra-large', timeZone: 'Europe/Berlin' });
    await community.platform.db
      .updateTable('users')
      .set({ phone: '+4915112345678', google_user_id: 'google-canary', ban_reason: 'reason-canary' })
      .where('user_id', '=', ben.userId)
      .execute();
    const ana = await community.signUp('ana@example.org', { name: 'Ana', ...profile });
    await ana.calls.updateUser({ interests });

    for (const [viewer, who] of [
      [community.visitor(), null],
      [ana, ana],
    ] as const) {
      for (const path of [
        '/v1/user/search',
        '/v1/user/search?languageCode=ja&query=b',
        `/v1/user/${ben.userId}/profile`,
        `/v1/user/${ben.userId}/language`,
      ]) {
        const text = await (await viewer.send('GET', path)).text();
        expect(text).toContain(path.endsWith('/language') ? 'ja' : 'Ben');
        expect(leaksIn(JSON.parse(text), who), path).toEqual([]);
        for (const secret of ['canary', '15112345678', 'extra-large', 'Slang']) {
          expect(text, path).not.toContain(secret);
        }
      }
    }
    expect(leaksIn(await ana.calls.getOwnProfile(), ana)).toEqual([]);
  });

  test('the canary sings', () => {
    const viewer = { userId: 'me', address: 'me@example.org' };
    expect(
      leaksIn({ user: { userId: 'me', name: 'Me', email: 'me@example.org', interests } }, viewer),
    ).toEqual([]);
    const others = [
      { userId: 'you', name: 'You', phone: null },
      { profile: { userId: 'you', name: 'You', interests } },
      { text: 'write to you@example.org' },
      [{ number: 'call +4915112345678' }],
      { userId: 'you', name: 'You', dailyGoal: 'small' },
    ];
    for (const answer of others) expect(leaksIn({ answer }, viewer), JSON.stringify(answer)).toHaveLength(1);
    expect(leaksIn({ createdAt: new Date(), userId: 'you', name: 'You', languages: [] }, viewer)).toEqual([]);
  });
});
