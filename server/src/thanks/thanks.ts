import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import { listLimitDefault } from '@parlance/contract/text';
import {
  type giveThanks as giveThanksCall,
  type listThanks as listThanksCall,
  type SessionThanks,
  thanksHiddenMs,
} from '@parlance/contract/thanks';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#domain/tables.generated';
import { loadBaseProfiles, lockPair } from '#people/people';
import type { Tx } from '#platform/effects';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';
import type { Caller } from '#platform/serve';
import { answerableSession } from '#trust/trust';
import { getSessionThanks } from './session-thanks.ts';
import { type ThanksRow, toThanks } from './thanks-row.ts';

export { getSessionThanks, loadSessionThanks } from './session-thanks.ts';

const hourMs = 3_600_000;
const writesAnHour = 30;
const changesAnHour = 60;

type GivenThanks = PayloadOf<typeof giveThanksCall>;

/** Thanks the partner. The second text opens both, under the pair lock, so writers are ordered. See docs/decisions/thanks.md. */
export async function giveThanks(
  platform: Platform,
  caller: Caller,
  { scheduleSlotId, words, text }: GivenThanks & { scheduleSlotId: string },
): Promise<SessionThanks> {
  const { db, clock, limits } = platform;
  const { userId } = caller;
  const now = clock.now();
  const { partner_user_id } = await answerableSession(db, scheduleSlotId, userId, now);
  refuseOver(await limits.take([{ key: `thanks:${userId}`, limit: writesAnHour, windowMs: hourMs }]));
  await db.transaction().execute(async (tx) => {
    await lockPair(tx, userId, partner_user_id, 'alone');
    const { ends_at } = await answerableSession(tx, scheduleSlotId, userId, now);
    await holdPeople(tx, [userId, partner_user_id]);
    const written = await tx
      .selectFrom('session_thanks')
      .select(['user_id', 'shown_at'])
      .where('schedule_slot_id', '=', scheduleSlotId)
      .execute();
    const own = written.find(({ user_id }) => user_id === userId);
    const isSecond = written.some(({ user_id }) => user_id === partner_user_id);
    if (own && (isSecond || own.shown_at <= now)) {
      throw new ApiError('NotAllowed', {
        message: 'Your thanks are already public and can no longer be changed.',
      });
    }
    const said = { words: [...words], text, given_at: now };
    await tx
      .insertInto('session_thanks')
      .values({
        thanks_id: newId(clock),
        schedule_slot_id: scheduleSlotId,
        user_id: userId,
        partner_user_id,
        ...said,
        shown_at: new Date(ends_at.getTime() + thanksHiddenMs),
      })
      .onConflict((conflict) => conflict.columns(['schedule_slot_id', 'user_id']).doUpdateSet(said))
      .execute();
    if (!isSecond) return;
    await tx
      .updateTable('session_thanks')
      .set({ shown_at: now })
      .where('schedule_slot_id', '=', scheduleSlotId)
      .execute();
  });
  return getSessionThanks(platform, caller, scheduleSlotId);
}

/** Locks the users first, as in a deletion; one of them may be gone. */
async function holdPeople(tx: Tx, people: string[]): Promise<void> {
  const there = await sql`
    SELECT FROM users WHERE user_id = ANY (${people}::uuid[]) ORDER BY user_id FOR KEY SHARE`.execute(tx);
  if (there.rows.length < people.length) throw new ApiError('ResourceNotFound');
}

/** A member's received thanks, as far as the caller can read them; count and page are from one snapshot. */
export async function listThanks(
  { db, clock }: Platform,
  caller: Caller,
  { userId, limit = listLimitDefault, offset = 0 }: PayloadOf<typeof listThanksCall> & { userId: string },
): Promise<ResultOf<typeof listThanksCall>> {
  await db
    .selectFrom('users')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('banned_at', 'is', null)
    .executeTakeFirstOrThrow(() => new ApiError('UserNotFound'));
  const shown = sql`shown_thanks(${userId}, ${caller.userId}, ${clock.now()})`;
  const { rows } = await sql<ThanksRow & { count: number }>`
    SELECT total.count, page.* FROM (SELECT count(*) AS count FROM ${shown}) AS total
    LEFT JOIN (
      SELECT * FROM ${shown} ORDER BY shown_at DESC, thanks_id DESC LIMIT ${limit} OFFSET ${offset}
    ) AS page ON true
    ORDER BY page.shown_at DESC, page.thanks_id DESC`.execute(db);
  const there = rows.filter((row) => row.thanks_id !== null);
  const authors = await loadBaseProfiles(
    db,
    there.map(({ user_id }) => user_id),
  );
  return { count: rows[0]?.count ?? 0, thanks: toThanks(there, authors, caller.userId) };
}

/** Received and readable thanks of a member; others answer as not found. */
export async function findReceived(
  { db, clock }: Platform,
  userId: string,
  thanksId: string,
): Promise<ThanksRow> {
  const { rows } = await sql<ThanksRow>`
    SELECT * FROM shown_thanks(${userId}, ${userId}, ${clock.now()}) WHERE thanks_id = ${thanksId}`.execute(
    db,
  );
  if (!rows[0]) throw new ApiError('ResourceNotFound');
  return rows[0];
}

/** Hides thanks from others, or shows them again. */
export async function updateThanks(
  platform: Platform,
  { userId }: Caller,
  { thanksId, isHidden }: { thanksId: string; isHidden: boolean },
): Promise<void> {
  const { db, clock, limits } = platform;
  await findReceived(platform, userId, thanksId);
  refuseOver(
    await limits.take([{ key: `thanks-changes:${userId}`, limit: changesAnHour, windowMs: hourMs }]),
  );
  await db
    .updateTable('session_thanks')
    .set({ hidden_at: isHidden ? clock.now() : null })
    .where('thanks_id', '=', thanksId)
    .where('partner_user_id', '=', userId)
    .execute();
}

/** Erases the text for good; returns whether there was any. */
export async function removeThanks({ clock }: Platform, tx: Tx, thanksId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('session_thanks')
    .set({ removed_at: clock.now(), words: [], text: '' })
    .where('thanks_id', '=', thanksId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Which of these thanks still exist, neither removed nor deleted with an account. */
export async function findStanding(db: Kysely<Tables>, thanksIds: string[]): Promise<Set<string>> {
  if (thanksIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('session_thanks')
    .select('thanks_id')
    .where('thanks_id', 'in', thanksIds)
    .where('removed_at', 'is', null)
    .execute();
  return new Set(rows.map(({ thanks_id }) => thanks_id));
}
