import * as z from 'zod/mini';
import { callNote } from './call.ts';
import { chatMessage, reportReasons } from './chat.ts';
import { profileParts } from './contact.ts';
import { endpoint } from './endpoint.ts';
import { baseProfile } from './people.ts';
import { empty, instant, page, text, uuid } from './text.ts';
import { thanks } from './thanks.ts';

export const reportStatuses = ['open', 'dismissed', 'warned', 'removed', 'banned'] as const;
export type ReportStatus = (typeof reportStatuses)[number];
export const moderationPageSizes = { reports: 10, audit: 20 } as const;
/** In code points. */
export const moderationTextMaxLength = 1000;
/** Maximum number of reports and actions in a member's history, newest first. */
export const personHistoryMax = 50;

/** Snapshot of reported thanks, and whether they are still visible. */
export const reportedThanks = z.extend(z.pick(thanks, { thanksId: true, words: true, text: true }), {
  givenAt: instant,
  isThere: z.boolean(),
});
export type ReportedThanks = z.output<typeof reportedThanks>;

/** A reported session: its booked time, the talk time so far, and the last notes of the reported member. The talk is never recorded. */
export const reportedSession = z.object({
  scheduleSlotId: uuid,
  startsAt: instant,
  endsAt: instant,
  togetherMs: z.number(),
  notes: z.array(callNote),
});
export type ReportedSession = z.output<typeof reportedSession>;

/** Parts of a reported profile that an admin can remove. */
export const removableParts = ['picture', 'words'] as const;

/** Snapshot of a reported profile; the picture's address is null without one. */
export const reportedProfile = z.object({
  about: z.enum(profileParts),
  name: z.string(),
  description: z.string(),
  pictureUrl: z.nullable(z.string()),
});
export type ReportedProfile = z.output<typeof reportedProfile>;

/** A report as an admin sees it: snapshots of the message and its context. */
export const report = z.object({
  reportId: uuid,
  status: z.enum(reportStatuses),
  reason: z.nullable(z.enum(reportReasons)),
  text: z.nullable(z.string()),
  createdAt: instant,
  resolvedAt: z.optional(z.nullable(instant)),
  /** Null once the account is deleted, along with the reporter's own text. */
  reporter: z.nullable(baseProfile),
  reported: z.nullable(baseProfile),
  /** For clients that support only messages: a summary of the reported thanks or session. */
  message: chatMessage,
  /** Snapshot of the reported thanks, or null. */
  thanks: z.optional(z.nullable(reportedThanks)),
  /** The reported session, or null. */
  session: z.optional(z.nullable(reportedSession)),
  /** Snapshot of the reported profile, or null. */
  profile: z.optional(z.nullable(reportedProfile)),
  /** Up to ten preceding messages, newest first. */
  context: z.array(chatMessage),
  /** Number of reports about the member, including this one. */
  reportCount: z.number(),
});
export type Report = z.output<typeof report>;

/** Actions of admins and the operator on members and reports. */
export const moderationActions = [
  'ban',
  'unban',
  'dismiss-report',
  'warn',
  'remove-thanks',
  'remove-picture',
  'remove-words',
  'hold',
  'clear-hold',
  'restrict',
  'make-admin',
  'remove-admin',
  'create-programme',
  'add-coordinator',
  'remove-coordinator',
  'export-programme',
  'remove-student',
  'withdraw-certificate',
] as const;

export const auditEntry = z.object({
  auditId: uuid,
  createdAt: instant,
  /** Null for the operator's command line. */
  adminUserId: z.nullable(uuid),
  action: z.enum(moderationActions),
  userId: z.nullable(uuid),
  reportId: z.optional(z.nullable(uuid)),
  reason: z.nullable(z.string()),
  /** Present profiles; null once an account is deleted. */
  admin: z.optional(z.nullable(baseProfile)),
  user: z.optional(z.nullable(baseProfile)),
});
export type AuditEntry = z.output<typeof auditEntry>;

/** A member as an admin sees them: the complete moderation data, but no addresses. */
export const moderatedPerson = z.object({
  profile: baseProfile,
  lastActiveAt: z.nullable(instant),
  bannedAt: z.nullable(instant),
  bannedFor: z.nullable(z.string()),
  /** An admin can be neither banned nor warned. */
  isProtected: z.boolean(),
  /** Whether there is an address for a warning. */
  canBeMailed: z.boolean(),
  reportCount: z.number(),
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

/** The reason of a ban or the text of a warning. */
export const moderationText = text({ min: 1, max: moderationTextMaxLength, required: 'Give a reason' });

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

/** Removes reported thanks, or a part of a reported profile, permanently. */
export const removeReported = endpoint({
  method: 'POST',
  path: '/admin/report/{reportId}/remove',
  access: 'admin',
  summary: 'Remove reported thanks, or the picture or words of a reported profile, and close the report',
  params: withReport,
  payload: z.object({
    /** For a reported profile only. */
    what: z.optional(z.enum(removableParts)),
  }),
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
  payload: z.object({
    reason: moderationText,
    /** Warns the members to whom the account had written; the warning states this reason. */
    warns: z.optional(z.enum(reportReasons)),
  }),
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
