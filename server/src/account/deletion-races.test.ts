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

test('members who booked each other can delete their accounts concurrently', {
  timeout: 120_000,
}, async () => {
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

test('messages during a deletion are stored before it or refused, and none remains', async () => {
  const app = await startCommunity({ env: { RATE_LIMITS: 'off' } });
  const outcomes: unknown[] = [];
  for (let round = 0; round < 5; round++) {
    const leaving = await app.signUp(`leaving-${round}@example.org`, { name: 'Lea', description: 'Hi' });
    const others = await Promise.all(
      Array.from({ length: 4 }, (_, nth) =>
        app.signUp(`other-${round}-${nth}@example.org`, { name: 'Ole', description: 'Hi' }),
      ),
    );
    for (const other of others)
      await other.calls.sendTextMessage({ userId: leaving.userId, content: 'first' });
    const token = await app.prove(leaving, leaving.address, 'delete-user');
    const writeUntilRefused = async (from: Persona, to: Persona) => {
      for (;;) {
        try {
          await from.calls.sendTextMessage({ userId: to.userId, content: 'on its way' });
          outcomes.push('in time');
        } catch (error) {
          return error;
        }
      }
    };
    const writing = others.flatMap((other) => [
      writeUntilRefused(other, leaving),
      writeUntilRefused(leaving, other),
    ]);
    await leaving.calls.deleteUser({ token });
    outcomes.push(...(await Promise.all(writing)));
  }
  expect(outcomes).toContain('in time');
  const refusals = outcomes.filter((outcome) => outcome !== 'in time') as { errorName?: string }[];
  expect(refusals).toHaveLength(40);
  for (const { errorName } of refusals) expect(errorName).toMatch(/^(UserNotFound|SessionInvalid)$/);
  const { rows } = await app.platform.pool.query(`
    SELECT (SELECT count(*) FROM chat_messages) AS messages, (SELECT count(*) FROM conversations) AS conversations,
      (SELECT count(*) FROM conversation_members) AS seats`);
  expect(rows).toEqual([{ messages: 0, conversations: 0, seats: 0 }]);
});
