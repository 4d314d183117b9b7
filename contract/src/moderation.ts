import * as z from 'zod/mini';
import { callNote } from './call.ts';
import { chatMessage, reportReasons } from './chat.ts';
import { endpoint } from './endpoint.ts';
import { baseProfile } from './people.ts';
import { empty, instant, page, text, uuid } from './text.ts';
import { thanks } from './thanks.ts';

/** What became of a report. */
export const reportStatuses = ['open', 'dismissed', 'warned', 'removed', 'banned'] as const;
export type ReportStatus = (typeof reportStatuses)[number];
/** How many reports, and how many entries of the audit trail, a page of the admin's screens holds. */
export const moderationPageSizes = { reports: 10, audit: 20 } as const;
/** The longest reason or warning in code points. */
export const moderationTextMaxLength = 1000;
/** How many reports and acts the history of a person shows, newest first. */
export const personHistoryMax = 50;

/** Reported thanks, as they were, and whether they still can be read. */
export const reportedThanks = z.extend(z.pick(thanks, { thanksId: true, words: true, text: true }), {
  givenAt: instant,
  isThere: z.boolean(),
});
export type ReportedThanks = z.output<typeof reportedThanks>;

/**
 * A reported session: its booked time, how long the two had talked by then, and the last notes of the reported person. Nothing of
 * the talk itself is kept anywhere.
 */
export const reportedSession = z.object({
  scheduleSlotId: uuid,
  startsAt: instant,
  endsAt: instant,
  togetherMs: z.number(),
  notes: z.array(callNote),
});
export type ReportedSession = z.output<typeof reportedSession>;

/** A report as an admin sees it: the message and what came before it, kept as they were. */
export const report = z.object({
  reportId: uuid,
  status: z.enum(reportStatuses),
  reason: z.nullable(z.enum(reportReasons)),
  text: z.nullable(z.string()),
  createdAt: instant,
  resolvedAt: z.optional(z.nullable(instant)),
  /** Null once that account is gone; what they wrote themselves went with it. */
  reporter: z.nullable(baseProfile),
  reported: z.nullable(baseProfile),
  /** Of reported thanks what they say, of a session when it was, for a client that knows of messages alone. */
  message: chatMessage,
  /** The thanks that were reported, as they were; null where it was something else. */
  thanks: z.optional(z.nullable(reportedThanks)),
  /** The session that was reported; null where it was something else. */
  session: z.optional(z.nullable(reportedSession)),
  /** Up to ten messages before it, newest first. */
  context: z.array(chatMessage),
  /** How many reports the reported person has had, this one included. */
  reportCount: z.number(),
});
export type Report = z.output<typeof report>;

/** What admins and the operator can do to people and reports. */
export const moderationActions = [
  'ban',
  'unban',
  'dismiss-report',
  'warn',
  'remove-thanks',
  'make-admin',
  'remove-admin',
] as const;

/** One act of an admin. */
export const auditEntry = z.object({
  auditId: uuid,
  createdAt: instant,
  /** Null when it was done from the operator's command line. */
  adminUserId: z.nullable(uuid),
  action: z.enum(moderationActions),
  userId: z.nullable(uuid),
  reportId: z.optional(z.nullable(uuid)),
  reason: z.nullable(z.string()),
  /** The two as they are now; null once an account is gone. */
  admin: z.optional(z.nullable(baseProfile)),
  user: z.optional(z.nullable(baseProfile)),
});
export type AuditEntry = z.output<typeof auditEntry>;

/** A person as an admin sees them: never their addresses, but all that moderation knows. */
export const moderatedPerson = z.object({
  profile: baseProfile,
  lastActiveAt: z.nullable(instant),
  bannedAt: z.nullable(instant),
  bannedFor: z.nullable(z.string()),
  /** An admin can be neither banned nor warned. */
  isProtected: z.boolean(),
  /** Whether a warning has somewhere to go. */
  canBeMailed: z.boolean(),
  reportCount: z.number(),
  /** How many reports they made themselves. */
  reportsMade: z.number(),
  reports: z.array(
    z.object({
      reportId: uuid,
      status: z.enum(reportStatuses),
      reason: z.nullable(z.enum(reportReasons)),
      createdAt: instant,
    }),
  ),
  acts: z.array(auditEntry),
});
export type ModeratedPerson = z.output<typeof moderatedPerson>;

/** Why somebody is banned, or what they are told: 1 to 1000 characters after trimming. */
export const moderationText = text({ min: 1, max: moderationTextMaxLength, required: 'Say why' });

const withUser = z.object({ userId: uuid });
const withReport = z.object({ reportId: uuid });

export const listReports = endpoint({
  method: 'GET',
  path: '/admin/report',
  access: 'admin',
  summary: 'Reports: open ones oldest first, closed ones newest first',
  payload: z.object({ ...page(), status: z.optional(z.enum(reportStatuses)) }),
  result: z.object({ count: z.number(), reports: z.array(report) }),
});

export const getReport = endpoint({
  method: 'GET',
  path: '/admin/report/{reportId}',
  access: 'admin',
  summary: 'One report',
  params: withReport,
  result: report,
});

export const dismissReport = endpoint({
  method: 'POST',
  path: '/admin/report/{reportId}/dismiss',
  access: 'admin',
  summary: 'Close a report without a ban',
  params: withReport,
  result: empty,
});

export const warnReported = endpoint({
  method: 'POST',
  path: '/admin/report/{reportId}/warn',
  access: 'admin',
  summary: 'Warn the reported person by mail and close the report',
  params: withReport,
  payload: z.object({ text: moderationText }),
  result: empty,
});

/** Takes reported thanks from the profile for good. */
export const removeReported = endpoint({
  method: 'POST',
  path: '/admin/report/{reportId}/remove',
  access: 'admin',
  summary: 'Remove thanks that were reported and close the report',
  params: withReport,
  result: empty,
});

export const getModeratedPerson = endpoint({
  method: 'GET',
  path: '/admin/user/{userId}',
  access: 'admin',
  summary: 'A person with the reports about them and what was done',
  params: withUser,
  result: moderatedPerson,
});

export const banUser = endpoint({
  method: 'POST',
  path: '/admin/user/{userId}/ban',
  access: 'admin',
  summary: 'Ban a person',
  params: withUser,
  payload: z.object({ reason: moderationText }),
  result: empty,
});

export const unbanUser = endpoint({
  method: 'POST',
  path: '/admin/user/{userId}/unban',
  access: 'admin',
  summary: 'Lift a ban',
  params: withUser,
  result: empty,
});

export const listAudit = endpoint({
  method: 'GET',
  path: '/admin/audit',
  access: 'admin',
  summary: 'What admins did, newest first',
  payload: z.object(page()),
  result: z.object({ count: z.number(), entries: z.array(auditEntry) }),
});
