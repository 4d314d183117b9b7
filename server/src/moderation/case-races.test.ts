import { ApiError } from '@parlance/contract/errors';
import { expect, test } from 'vitest';
import { openCase } from '#test/cases';
import { startModerated } from '#test/moderation';
import { setAdmin } from './moderation.ts';

const rounds = 5;
const dayMs = 24 * 3_600_000;

/** Two admins, on two nodes. */
async function startTwoAdmins() {
  const app = await startModerated({ RATE_LIMITS: 'off' });
  await setAdmin(app.platform, null, app.ben.userId, true);
  app.clock.advance({ seconds: 2 });
  const other = app.on(await app.startNode(), app.ben);
  return { ...app, other };
}

const outcomeOf = (decision: Promise<unknown>): Promise<string> =>
  decision.then(
    () => 'decided',
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      return `${error.code} ${error.message}`;
    },
  );

// Rules: docs/specification/moderation.md#cases
test('of two admins who decide differently at once, one decides and the other is told', async () => {
  const app = await startTwoAdmins();
  const { admin, other, mallory, clock, platform } = app;
  for (let round = 0; round < rounds; round++) {
    const caseId = await openCase(app, mallory);
    const outcomes = await Promise.all([
      outcomeOf(admin.calls.clearCase({ caseId })),
      outcomeOf(other.calls.restrictCase({ caseId, days: 7 })),
    ]);
    expect(outcomes.toSorted()).toEqual(['3000 This case is closed already.', 'decided']);
    const isCleared = outcomes[0] === 'decided';
    const stored = await platform.db
      .selectFrom('contact_cases')
      .innerJoin('contact_standing', 'contact_standing.user_id', 'contact_cases.user_id')
      .select(['outcome', 'held_at', 'limited_until'])
      .where('case_id', '=', caseId)
      .executeTakeFirstOrThrow();
    expect(stored).toEqual({
      outcome: isCleared ? 'cleared' : 'restricted',
      held_at: null,
      limited_until: isCleared ? null : new Date(clock.now().getTime() + 7 * dayMs),
    });
    const { entries } = await admin.calls.listAudit({});
    // The first entry made the second admin.
    expect(entries.length - 1).toBe(round + 1);
    expect(entries[0]?.action).toBe(isCleared ? 'clear-hold' : 'restrict');
    clock.advance({ seconds: 1 });
  }
});

test('of two admins who decide alike at once, both succeed and one is recorded', async () => {
  const app = await startTwoAdmins();
  const { admin, other, mallory } = app;
  const caseId = await openCase(app, mallory);
  const decisions = [admin, other, admin, other].map(({ calls }) => outcomeOf(calls.clearCase({ caseId })));
  expect(await Promise.all(decisions)).toEqual(['decided', 'decided', 'decided', 'decided']);
  const { entries } = await admin.calls.listAudit({});
  expect(entries.filter(({ action }) => action === 'clear-hold')).toHaveLength(1);
});
