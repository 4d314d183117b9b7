import { expect, test } from 'vitest';
import { type Community, type Persona, startCommunity } from '#test/personas';

async function bookEachOther({ clock }: Community, one: Persona, other: Persona): Promise<void> {
  const startsIn = (hours: number) =>
    new Date(Math.ceil(clock.now().getTime() / 3_600_000 + hours) * 3_600_000);
  for (const [owner, booker, hours] of [[one, other, 1] as const, [other, one, 2] as const]) {
    const { scheduleSlotId } = await owner.calls.createSlot({ startsAt: startsIn(hours), duration: 30 });
    await booker.calls.bookSlot({ userId: owner.userId, scheduleSlotId });
  }
}

test('people who booked each other may delete their accounts at once', { timeout: 120_000 }, async () => {
  const app = await startCommunity({ env: { RATE_LIMITS: 'off' } });
  const pairs = await Promise.all(
    Array.from({ length: 8 }, async (_, pair) => {
      const one = await app.signUp(`one-${pair}@example.org`);
      const other = await app.signUp(`other-${pair}@example.org`);
      await bookEachOther(app, one, other);
      return [one, other] as const;
    }),
  );
  const people = pairs.flat();
  const proofs = await Promise.all(people.map((person) => app.prove(person, person.address, 'delete-user')));
  const outcomes = await Promise.allSettled(
    people.map((person, place) => person.calls.deleteUser({ token: proofs[place] ?? '' })),
  );
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  const { rows } = await app.platform.pool.query('SELECT count(*) AS count FROM users');
  expect(rows[0].count).toBe(0);
});
