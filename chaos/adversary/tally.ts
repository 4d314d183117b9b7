import type { HostileKind } from './behaviour.ts';

/** What happened in one run. */
export interface Tally {
  hostile: {
    accounts: number;
    /** Messages and bookings that arrived with a notification, by kind of sender. */
    notified: Record<HostileKind, number>;
    requests: number;
    booked: number;
    bookingsRefused: number;
    /** Members who got at least one. */
    reached: number;
    /** The most notifications that one victim of a harasser got. */
    victimMost: number;
    /** Mails that name a hostile member. */
    mails: number;
    /** Hours from the first hostile message to a hold or ban. */
    caughtAfter: number[];
    uncaught: number;
  };
  honest: {
    sent: number;
    refused: number;
    silent: number;
    promoted: number;
    lost: number;
    held: number;
    /** First contacts of newcomers within the quota, without contact details, that were silent. */
    newcomersSilent: number;
  };
  popular: { members: number; unread: number; requests: number };
  /** Messages in conversations with an answer, and those of them that a limit refused. */
  continued: { sent: number; refused: number };
  /** Messages that arrived as a request with an event of a message. */
  requestEvents: number;
  /** Requests that were opened, and those of them that were marked as read. */
  opened: { requests: number; marked: number };
  /** First messages with contact details of new members, and those that were notified. */
  withContact: { sent: number; notified: number };
  /** Notified messages to connected members without an event. */
  eventsMissing: number;
  /** Unexpected refusals, by call and code. */
  refusals: Map<string, number>;
  calls: number;
}

export const createTally = (): Tally => ({
  hostile: {
    accounts: 0,
    notified: { greeter: 0, spammer: 0, harasser: 0, slow: 0, ring: 0 },
    requests: 0,
    booked: 0,
    bookingsRefused: 0,
    reached: 0,
    victimMost: 0,
    mails: 0,
    caughtAfter: [],
    uncaught: 0,
  },
  honest: { sent: 0, refused: 0, silent: 0, promoted: 0, lost: 0, held: 0, newcomersSilent: 0 },
  popular: { members: 0, unread: 0, requests: 0 },
  continued: { sent: 0, refused: 0 },
  requestEvents: 0,
  opened: { requests: 0, marked: 0 },
  withContact: { sent: 0, notified: 0 },
  eventsMissing: 0,
  refusals: new Map(),
  calls: 0,
});

export const hostileNotified = ({ hostile }: Tally): number =>
  Object.values(hostile.notified).reduce((sum, count) => sum + count, 0);
