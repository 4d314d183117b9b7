import * as z from 'zod/mini';
import { reportReasons } from './chat.ts';
import { endpoint } from './endpoint.ts';
import { userLanguage } from './languages.ts';
import { baseProfile } from './people.ts';
import { empty, instant, page, text, uuid } from './text.ts';

// Who may write to a member first, and how the first message of a stranger arrives: docs/specification/contact.md.

/** Length of the text of a request, in code points. */
export const requestTextMaxLength = 500;
export const requestsPageSize = 10;
/** In code points. */
export const appealMaxLength = 1000;

// words: why a member cannot write to somebody new, or book them
export const contactRefusals = {
  tooMany: 'You have written to many new people in a day. Your conversations go on.',
  unanswered: '{name} has not answered yet. You can write again when they do.',
  held: 'Somebody is looking at your account. Until then you cannot write to new people or book them. Your conversations go on.',
  bookLater: 'Write to them first. You can book them once they have answered.',
} as const;

// words: below the field of the own name
export const nameHoldsContact = 'A name cannot contain contact details';

/** Why a first contact arrives without a notification: contact details, the recipient's own choice, or the sender's volume or standing. */
export const requestReasons = ['contact', 'asked', 'silent'] as const;

/** A conversation that waits for an answer without a notification. Nothing in it is a link or can be played. */
export const contactRequest = z.object({
  profile: baseProfile,
  languages: z.array(userLanguage),
  /** The beginning of the first message; null for a voice message. */
  text: z.nullable(z.string()),
  /** Length of a voice message, else null. */
  durationMs: z.nullable(z.number()),
  messageCount: z.number(),
  why: z.enum(requestReasons),
  createdAt: instant,
});
export type ContactRequest = z.output<typeof contactRequest>;

export const standingStates = ['new', 'trusted', 'restricted', 'held'] as const;

/** The caller's own allowance of first contacts. */
export const contactStanding = z.object({
  state: z.enum(standingStates),
  /** First contacts with a notification that are left in this day, and the number per day. */
  notifiedLeft: z.number(),
  notifiedPerDay: z.number(),
  /** First contacts that are left in this day, with or without a notification. */
  left: z.number(),
  /** End of a restriction; null in the other states. */
  until: z.nullable(instant),
  /** Held, and no review was asked for yet. */
  canAppeal: z.boolean(),
});
export type ContactStanding = z.output<typeof contactStanding>;

/** An account that wrote to the caller was closed. */
export const contactWarning = z.object({
  warningId: uuid,
  name: z.string(),
  reason: z.enum(reportReasons),
  at: instant,
});
export type ContactWarning = z.output<typeof contactWarning>;

/** The part of a profile that a report is about. */
export const profileParts = ['picture', 'name', 'description', 'other'] as const;

const withUser = z.object({ userId: uuid });
const reportWords = {
  reason: z.optional(z.enum(reportReasons)),
  text: z.optional(text({ max: 1000 })),
};

export const listRequests = endpoint({
  method: 'GET',
  path: '/chat/request',
  access: 'signed-in',
  summary: 'Requests: first messages that arrived without a notification, newest first',
  payload: z.object(page()),
  result: z.object({ count: z.number(), requests: z.array(contactRequest) }),
});

/** Removes a request from the list; later messages of the sender stay in it, unseen. The sender is not told. Idempotent. */
export const declineRequest = endpoint({
  method: 'POST',
  path: '/chat/request/{userId}/decline',
  access: 'signed-in',
  summary: 'Decline a request',
  params: withUser,
  result: empty,
});

/** Blocks and reports the sender of a request in one step. */
export const refuseRequest = endpoint({
  method: 'POST',
  path: '/chat/request/{userId}/refuse',
  access: 'signed-in',
  summary: 'Block and report the sender of a request',
  params: withUser,
  payload: z.object({
    ...reportWords,
    /** For 14 days, accounts created after this call must ask first. */
    protect: z.optional(z.boolean()),
  }),
  result: empty,
});

export const getStanding = endpoint({
  method: 'GET',
  path: '/user/standing',
  access: 'signed-in',
  summary: 'How many people the caller may write to first',
  result: contactStanding,
});

/** Asks for a review of a hold, once per hold; a second call changes nothing. */
export const appealStanding = endpoint({
  method: 'POST',
  path: '/user/standing/appeal',
  access: 'signed-in',
  summary: 'Ask for a review of a hold',
  payload: z.object({ text: text({ min: 1, max: appealMaxLength, required: 'Write a few words first' }) }),
  result: empty,
});

/** Reports a part of a profile, once per reporter and profile. */
export const reportProfile = endpoint({
  method: 'POST',
  path: '/user/{userId}/report',
  access: 'signed-in',
  summary: 'Report a profile',
  params: withUser,
  payload: z.object({ about: z.enum(profileParts), ...reportWords }),
  result: empty,
});

export const listWarnings = endpoint({
  method: 'GET',
  path: '/user/warning',
  access: 'signed-in',
  summary: 'Closed accounts that had written to the caller, newest first, until seen',
  result: z.object({ warnings: z.array(contactWarning) }),
});

export const markWarningSeen = endpoint({
  method: 'POST',
  path: '/user/warning/{warningId}/seen',
  access: 'signed-in',
  summary: 'Mark a warning as seen',
  params: z.object({ warningId: uuid }),
  result: empty,
});
