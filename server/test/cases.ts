import { newId } from '#platform/ids';
import type { Community, Persona } from '#test/personas';

/** Opens a case for a held member, with the given points. */
export async function openCase(
  { platform: { db, clock } }: Community,
  { userId }: Pick<Persona, 'userId'>,
  standing: { points?: number; heldAt?: Date | null; limitedUntil?: Date | null } = {},
): Promise<string> {
  const now = clock.now();
  const { points = 9, heldAt = now, limitedUntil = null } = standing;
  const row = { points, people: 3, held_at: heldAt, limited_until: limitedUntil };
  await db
    .insertInto('contact_standing')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
  const case_id = newId(clock);
  await db.insertInto('contact_cases').values({ case_id, user_id: userId, opened_at: now }).execute();
  return case_id;
}

/** Adds a penalty of a recipient. */
export async function penalise(
  { platform: { db, clock } }: Community,
  sender: Persona,
  by: Persona,
  kind: 'decline' | 'block' | 'report',
  { weight = 3, daysAgo = 0 }: { weight?: number; daysAgo?: number } = {},
): Promise<void> {
  const created_at = new Date(clock.now().getTime() - daysAgo * 24 * 3_600_000);
  await db
    .insertInto('contact_penalties')
    .values({ sender_user_id: sender.userId, by_user_id: by.userId, kind, weight, created_at })
    .execute();
}

/** Adds what the rules of first contact keep about two members, in both directions. */
export async function addContactTraces(app: Community, one: Persona, other: Persona): Promise<void> {
  const { db, clock } = app.platform;
  const now = clock.now();
  for (const [from, to] of [[one, other] as const, [other, one] as const]) {
    await penalise(app, from, to, 'decline', { weight: 1 });
    await db
      .insertInto('contact_bookings')
      .values({ user_id: from.userId, booked_user_id: to.userId, created_at: now })
      // The two may have a session.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db
      .insertInto('contact_protections')
      .values({ user_id: from.userId, since: now, until: new Date(now.getTime() + 86_400_000) })
      .execute();
  }
}
