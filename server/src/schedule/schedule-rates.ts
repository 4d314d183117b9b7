import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';

const hourMs = 3_600_000;

/** More than anybody books on their busiest day; what a program does to somebody else's calendar and mailbox stops here. */
const bookingRates = { caller: { anHour: 40 }, pair: { anHour: 12, aDay: 30 } };
/** Three times the most that anybody may have, all at once; then one every two seconds. */
const slotRate = { burst: 1500, perSecond: 0.5 };
const feedsAnHour = 10;
/** A few devices that look every few minutes. */
const feedReadRate = { burst: 20, perSecond: 1 / 30 };

/** One booking by a person of another's time. Getting out of one is never limited. */
export async function countBooking({ limits }: Platform, userId: string, ownerUserId: string): Promise<void> {
  const { caller, pair } = bookingRates;
  const ofPair = `booking:${userId}:${ownerUserId}`;
  refuseOver(
    await limits.take([
      { key: `booking:${userId}`, limit: caller.anHour, windowMs: hourMs },
      { key: ofPair, limit: pair.anHour, windowMs: hourMs },
      { key: ofPair, limit: pair.aDay, windowMs: 24 * hourMs },
    ]),
  );
}

/** One slot that a person publishes. Removing them is free: nobody removes more than they published. */
export async function countSlot({ limits }: Platform, userId: string): Promise<void> {
  refuseOver(await limits.takeToken({ key: `slot:${userId}`, ...slotRate }));
}

/** One private calendar address that a person makes. */
export async function countFeed({ limits }: Platform, userId: string): Promise<void> {
  refuseOver(await limits.take([{ key: `calendar-feed:${userId}`, limit: feedsAnHour, windowMs: hourMs }]));
}

/** One look at somebody's private address, by whoever has it: a long calendar takes a while to write. */
export async function countFeedRead({ limits }: Platform, userId: string): Promise<void> {
  refuseOver(await limits.takeToken({ key: `calendar-feed-read:${userId}`, ...feedReadRate }));
}
