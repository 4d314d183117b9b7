import { describe, expect, test } from 'vitest';
import { openCase, penalise } from '#test/cases';
import { codeOf, startModerated } from '#test/moderation';
import { runOperatorCommand } from './operator.ts';

async function startOperated() {
  const app = await startModerated();
  const run = async (...args: string[]) => {
    const { exitCode, output } = await runOperatorCommand(app.platform, args);
    return [exitCode, output] as const;
  };
  const acts = async () =>
    (await app.admin.calls.listAudit({})).entries.map(({ action, userId, adminUserId, reason }) => [
      action,
      userId,
      adminUserId,
      reason,
    ]);
  return { ...app, run, acts };
}

// Rules: docs/specification/moderation.md#operator-commands
describe('npm run admin, about holds', () => {
  test('hold: no first messages until an admin decides, once; conversations go on; admins cannot be held', async () => {
    const { run, acts, mallory, ben, admin, signUp } = await startOperated();
    await mallory.calls.sendTextMessage({ userId: ben.userId, content: 'Hello' });
    await ben.calls.sendTextMessage({ userId: mallory.userId, content: 'Hi' });
    expect(await run('hold', 'Mallory@Example.org', '--reason', 'asked for money')).toEqual([
      0,
      'Mallory (mallory@example.org) is held.\n',
    ]);
    expect(await mallory.calls.getStanding()).toMatchObject({ state: 'held', canAppeal: true });
    const stranger = await signUp('cleo@example.org', { name: 'Cleo', description: 'Hi' });
    expect(await codeOf(mallory.calls.sendTextMessage({ userId: stranger.userId, content: 'Hey' }))).toBe(
      3000,
    );
    await mallory.calls.sendTextMessage({ userId: ben.userId, content: 'Still here' });
    expect(await run('hold', mallory.userId, '--reason', 'again')).toEqual([
      0,
      'Mallory (mallory@example.org) has an open case already.\n',
    ]);
    expect(await run('hold', admin.userId, '--reason', 'x')).toEqual([1, 'An admin cannot be held.\n']);
    expect(await run('hold', 'ghost@example.org', '--reason', 'x')).toEqual([
      1,
      'Nobody has the address ghost@example.org.\n',
    ]);
    expect((await run('hold', ben.userId, '--reason', ' '))[0]).toBe(1);
    expect((await ben.calls.getStanding()).state).not.toBe('held');
    expect(await acts()).toEqual([['hold', mallory.userId, null, 'asked for money']]);
  });

  test('cases: one line each, oldest first, numbers and no text', async () => {
    const app = await startOperated();
    const { run, mallory, ben, clock } = app;
    expect(await run('cases')).toEqual([0, 'No cases.\n']);
    await mallory.calls.sendTextMessage({ userId: ben.userId, content: 'a secret offer' });
    await penalise(app, mallory, ben, 'block');
    await penalise(app, mallory, ben, 'report');
    await openCase(app, mallory);
    await mallory.calls.appealStanding({ text: 'It was not me.' });
    clock.advance({ minutes: 1 });
    await openCase(app, ben);
    const [exitCode, output] = await run('cases');
    expect(exitCode).toBe(0);
    const [first = '', second = '', last] = output.split('\n');
    expect(first.split(/ {2,}/)).toEqual([
      mallory.userId,
      '2030-03-05',
      'held',
      'Mallory',
      '1 first contacts, 0 answered, 0 declined, 1 blocked, 1 reported, asks for a review',
    ]);
    expect(second).toMatch(new RegExp(`^${ben.userId} .*, 0 reported$`));
    expect(last).toMatch(/^2 of 2, at http\S+\/admin\/cases$/);
    expect(output).not.toContain('secret');
    expect(output).not.toContain('not me');
    expect((await run('cases', '--limit', '1', '--offset', '1'))[1]).toMatch(
      new RegExp(`^${ben.userId}[^\\n]*\\n1 of 2`),
    );
  });

  test('clear: the hold ends without consequences; without a hold nothing changes', async () => {
    const app = await startOperated();
    const { run, acts, mallory, ben } = app;
    await penalise(app, mallory, ben, 'block');
    await openCase(app, mallory);
    expect(await run('clear', 'mallory@example.org')).toEqual([
      0,
      'Mallory (mallory@example.org) is cleared.\n',
    ]);
    expect((await mallory.calls.getStanding()).state).toBe('new');
    const { count } = await app.platform.db
      .selectFrom('contact_penalties')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('weight', '>', '0')
      .executeTakeFirstOrThrow();
    expect(count).toBe(0);
    expect(await run('cases')).toEqual([0, 'No cases.\n']);
    expect(await run('clear', mallory.userId)).toEqual([0, 'Mallory (mallory@example.org) was not held.\n']);
    expect(await run('clear', 'ghost@example.org')).toEqual([
      1,
      'Nobody has the address ghost@example.org.\n',
    ]);
    expect(await acts()).toEqual([['clear-hold', mallory.userId, null, null]]);
  });

  test('ban --warns: those who read a message are warned of the kind, not of the reason; a ban without it warns nobody', async () => {
    const { run, mallory, ben, admin, signUp } = await startOperated();
    const cleo = await signUp('cleo@example.org', { name: 'Cleo', description: 'Hi' });
    for (const from of [mallory, cleo]) {
      await from.calls.sendTextMessage({ userId: ben.userId, content: 'Hello' });
      await ben.calls.markRead({ userId: from.userId });
    }
    const [exitCode, output] = await run('ban', mallory.userId, '--reason', 'x', '--warns', 'nonsense');
    expect([exitCode, output]).toEqual([2, expect.stringMatching(/^--warns must be one of .*scam/m)]);
    expect((await mallory.calls.getUser()).name).toBe('Mallory');

    await run('ban', cleo.userId, '--reason', 'left');
    expect((await ben.calls.listWarnings()).warnings).toEqual([]);
    expect(await run('ban', mallory.userId, '--reason', 'asked for 500', '--warns', 'scam')).toEqual([
      0,
      'Mallory (mallory@example.org) is banned.\n',
    ]);
    const { warnings } = await ben.calls.listWarnings();
    expect(warnings).toMatchObject([{ name: 'Mallory', reason: 'scam' }]);
    expect(JSON.stringify(warnings)).not.toContain('500');
    expect((await admin.calls.listWarnings()).warnings).toEqual([]);
    await run('unban', mallory.userId);
    expect((await ben.calls.listWarnings()).warnings).toEqual([]);
  });

  test.each([
    [['cases', 'mallory@example.org']],
    [['cases', '--limit', '0']],
    [['clear']],
    [['hold', 'mallory@example.org']],
    [['hold', '--reason', 'spam']],
  ])('%j is not understood: exit code 2 and the help', async (args) => {
    const { run } = await startOperated();
    const [exitCode, output] = await run(...args);
    expect(exitCode).toBe(2);
    expect(output).toContain('Usage: npm run admin');
  });
});
