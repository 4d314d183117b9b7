import type { CallLanguages } from '@parlance/contract/call';
import type { reportReasons } from '@parlance/contract/chat';

/** Events of one slice that others handle in the same transaction, so that slices with data of a member need not depend on each other. */
export interface DomainEvents {
  userBlocked: { userId: string; blockedUserId: string };
  userUnblocked: { userId: string; blockedUserId: string };
  /** `warns` is the reason for a warning to the members to whom the account had written. */
  userBanned: { userId: string; warns?: (typeof reportReasons)[number] | undefined };
  userUnbanned: { userId: string };
  /** Runs before the user's row is deleted, while files and partners can still be found. */
  userDeleted: { userId: string };
  /** Either member cancelled a booked session before its start. */
  sessionCancelled: { scheduleSlotId: string };
  /** A booking moved to another time before its start; both ids are the same if its slot itself was shifted. */
  sessionMoved: { scheduleSlotId: string; toScheduleSlotId: string };
  /** A session in which both were present has ended. The milliseconds are those of each half with both present. */
  sessionEnded: {
    scheduleSlotId: string;
    userIds: [string, string];
    startedAt: Date;
    languages: CallLanguages | null;
    firstMs: number;
    secondMs: number;
  };
  /** A report was stored. */
  messageReported: { reportId: string };
  /** An admin closed a report as unfounded. */
  reportDismissed: { reportId: string };
  /** A member said whether a past session took place. */
  outcomeAnswered: { userId: string; partnerUserId: string };
  /** A recipient declined a request. */
  contactDeclined: { userId: string; partnerUserId: string };
  /** Penalties put an account on hold; its case is open. */
  accountHeld: { userId: string };
  /** Name, description, languages, ban or activity changed in a way that search can show. */
  userListingChanged: { userId: string };
  /** Other content of the profile changed: picture, time zone, privacy settings, session record. */
  userProfileChanged: { userId: string };
}
