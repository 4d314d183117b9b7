import { expect, test } from 'vitest';
import { startContact } from '#test/first-contact';
import type { Persona } from '#test/personas';

// Rules: docs/specification/contact.md#what-the-sender-sees
test.each<[string, (ben: Persona, olga: Persona) => Promise<unknown>]>([
  ['nothing', async () => undefined],
  ['a decline', (ben, { userId }) => ben.calls.declineRequest({ userId })],
  ['a setting', (ben) => ben.calls.updateUser({ writesToMe: 'asking' })],
  ['a pause', (ben) => ben.calls.updateUser({ pausedUntil: new Date('2031-01-01T00:00:00Z') })],
])(
  'a request of volume uses quota at the time of its promotion, whatever the recipient did: %s',
  async (_what, act) => {
    const app = await startContact({ CONTACT_NOTIFIED_PER_DAY: '1', CONTACT_NOTIFIED_MAX: '1' });
    const [olga, ben, cleo] = [await app.join('Olga'), await app.join('Ben'), await app.join('Cleo')];
    await app.write(olga, cleo);
    await app.write(cleo, olga);
    await app.write(olga, ben);
    expect(await app.placeOf(olga, ben)).toBe('volume');
    await act(ben, olga);
    await app.passTime(24);
    expect((await olga.calls.getStanding()).notifiedLeft).toBe(1);
    await app.runJobs();
    expect((await olga.calls.getStanding()).notifiedLeft).toBe(0);
    await app.passTime(24);
    await app.runJobs();
    expect((await olga.calls.getStanding()).notifiedLeft).toBe(1);
  },
);

test.each<[string, string[], Parameters<Persona['calls']['updateUser']>[0]]>([
  ['volume', ['Good evening'], {}],
  ['asked', ['Good evening'], { writesToMe: 'asking' }],
  ['contact', ['https://example.com/x'], {}],
  ['contact', ['Good evening', 'https://example.com/x'], {}],
])(
  'a request over the quota uses quota when its turn comes, whatever else made it one: %s, %j, %j',
  async (why, texts, settings) => {
    const app = await startContact({ CONTACT_NOTIFIED_PER_DAY: '1', CONTACT_NOTIFIED_MAX: '1' });
    const [olga, ben, cleo] = [await app.join('Olga'), await app.join('Ben'), await app.join('Cleo')];
    await ben.calls.updateUser(settings);
    await app.write(olga, cleo);
    await app.write(cleo, olga);
    for (const text of texts) await app.write(olga, ben, text);
    expect(await app.placeOf(olga, ben)).toBe(why);
    await app.passTime(24);
    await app.runJobs();
    expect(await app.placeOf(olga, ben)).toBe(why === 'volume' ? 'notified' : why);
    expect((await olga.calls.getStanding()).notifiedLeft).toBe(0);
    await app.passTime(24);
    await app.runJobs();
    expect((await olga.calls.getStanding()).notifiedLeft).toBe(1);
  },
);
