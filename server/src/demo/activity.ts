import { transact } from '#platform/effects';
import type { Platform } from '#platform/platform';
import type { CastMember } from './cast.ts';
import { fraction } from './seeded.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The last activity of a member: some now, most within a day, a few longer ago. Moves with the clock. */
export function lastSeen({ key }: Pick<CastMember, 'key'>, now: Date): Date {
  const rank = fraction(key, 'diligence');
  const today = 0.5 + fraction(key, Math.floor(now.getTime() / dayMs)) / 2;
  const agoMs =
    rank < 0.35
      ? rank * 150 * minuteMs
      : rank < 0.75
        ? (rank - 0.3) * 50 * hourMs * today
        : (rank - 0.7) * 40 * dayMs * today;
  return new Date(now.getTime() - Math.max(minuteMs, agoMs));
}

/** Updates the activity of the community, so that it stays as lively as on the first day. */
export async function moveActivity(
  platform: Platform,
  members: { userId: string; member: Pick<CastMember, 'key'> }[],
): Promise<void> {
  const now = platform.clock.now();
  for (const { userId, member } of members) {
    await transact(platform, async (tx) => {
      const moved = await tx
        .updateTable('users')
        .set({ last_active_at: lastSeen(member, now) })
        .where('user_id', '=', userId)
        .where('last_active_at', '<', new Date(lastSeen(member, now).getTime() - hourMs))
        .returning('user_id')
        .executeTakeFirst();
      return moved ? platform.effects.run(platform, tx, 'userListingChanged', { userId }) : null;
    });
  }
}
