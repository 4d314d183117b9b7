/** One booking of a client, over all its retries. */
export interface BookingRecord {
  ownerId: string;
  bookerId: string;
  startsAt: Date;
  /** The booked slot by the server's response; null without a response. */
  acknowledged: string | null;
}

export interface StoredSlot {
  scheduleSlotId: string;
  ownerId: string;
  bookerId: string | null;
  startsAt: Date;
}

/** Violations among bookings: each acknowledged one must be stored once, for the right two members, and no other may exist. */
export function findWrongBookings(records: BookingRecord[], stored: StoredSlot[]): string[] {
  const placeOf = ({ ownerId, startsAt }: { ownerId: string; startsAt: Date }) =>
    `${ownerId} at ${startsAt.toISOString()}`;
  const byId = new Map(stored.map((slot) => [slot.scheduleSlotId, slot]));
  const wanted = new Map(records.map((record) => [placeOf(record), record]));
  const lost = records.flatMap((record) => {
    if (record.acknowledged === null) return [];
    const slot = byId.get(record.acknowledged);
    if (!slot) return [`lost: the session of ${placeOf(record)} was acknowledged and is not stored`];
    const isRight = placeOf(slot) === placeOf(record) && slot.bookerId === record.bookerId;
    return isRight
      ? []
      : [`lost: the session of ${placeOf(record)} was acknowledged and is ${slot.bookerId}'s`];
  });
  const seen = new Set<string>();
  const odd = stored.flatMap((slot) => {
    const place = placeOf(slot);
    if (seen.has(place)) return [`doubled: ${place} is stored twice`];
    seen.add(place);
    const isAsked = slot.bookerId === null || wanted.get(place)?.bookerId === slot.bookerId;
    return isAsked ? [] : [`invented: ${slot.bookerId} never booked ${place}`];
  });
  return [...lost, ...odd];
}
