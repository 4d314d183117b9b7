/**
 * What one slice does that others must follow in the same transaction. A slice announces; those that hold rows about
 * the person act, so that no slice needs to know who else there is.
 */
export interface DomainEvents {
  userBlocked: { userId: string; blockedUserId: string };
  userUnblocked: { userId: string; blockedUserId: string };
  userBanned: { userId: string };
  userUnbanned: { userId: string };
  /** Runs before the user's row goes: files and counterparts are still known. */
  userDeleted: { userId: string };
  /** One of the two called a booked session off before its start. */
  sessionCancelled: { scheduleSlotId: string };
  /** A report was written; whoever looks after reports hears of it. */
  messageReported: { reportId: string };
  /** Name, description, languages, ban or activity changed in a way that search may show. */
  userListingChanged: { userId: string };
  /** Something else changed that the person's page shows: the picture, the time zone, what they hide, the sessions they kept. */
  userProfileChanged: { userId: string };
}
