import { expect, test } from 'vitest';
import { startCommunity } from '#test/personas';

// Rules: docs/specification/programmes.md#example
test('an admin of a demo creates an example programme in mid-term and coordinates it', {
  timeout: 120_000,
}, async () => {
  const app = await startCommunity({
    env: { DEMO_DATA: 'on', RATE_LIMITS: 'off', ADMIN_EMAILS: 'admin@example.org' },
  });
  const { calls } = await app.signUp('admin@example.org', {
    name: 'Ada',
    description: 'I am Ada.',
    speaks: ['en'],
  });
  expect((await calls.listAllProgrammes({})).canTry).toBe(true);
  const { programmeId, state } = await calls.tryProgramme();
  expect(state).toBe('running');
  const overview = await calls.getProgrammeOverview({ programmeId });
  expect(overview.students).toBe(120);
  expect(overview.paired + overview.waiting).toBe(120);
  for (const number of [overview.pairs, overview.waiting, overview.atRisk]) expect(number).toBeGreaterThan(0);
  // The list of students at risk is for the few that need help.
  expect(overview.atRisk).toBeLessThan(overview.students / 2);
  const pages = await Promise.all(
    [0, 60].map((offset) => calls.listStudents({ programmeId, limit: 60, offset })),
  );
  const names = pages.flatMap(({ students }) => students.map(({ name }) => name));
  expect(new Set(names).size).toBe(120);
  expect(overview.minutes.reduce((sum, { minutes }) => sum + minutes, 0)).toBeGreaterThan(1000);
});
