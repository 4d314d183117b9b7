import * as z from 'zod/mini';
import { chatMessage, reportReasons } from './chat.ts';
import { endpoint } from './endpoint.ts';
import { baseProfile } from './people.ts';
import { empty, instant, page, text, uuid } from './text.ts';

/** What became of a report. */
export const reportStatuses = ['open', 'dismissed', 'banned'] as const;

/** A report as an admin sees it: the message and what came before it, kept as they were. */
export const report = z.object({
  reportId: uuid,
  status: z.enum(reportStatuses),
  reason: z.nullable(z.enum(reportReasons)),
  text: z.nullable(z.string()),
  createdAt: instant,
  reporter: z.nullable(baseProfile),
  reported: z.nullable(baseProfile),
  message: chatMessage,
  context: z.array(chatMessage),
  /** How many reports the reported person has had, this one included. */
  reportCount: z.number(),
});
/** A report as an admin sees it. */
export type Report = z.output<typeof report>;

/** One act of an admin. */
export const auditEntry = z.object({
  auditId: uuid,
  createdAt: instant,
  adminUserId: z.nullable(uuid),
  action: z.string(),
  userId: z.nullable(uuid),
  reason: z.nullable(z.string()),
});

const withUser = z.object({ userId: uuid });

/** Reports, oldest first. */
export const listReports = endpoint({
  method: 'GET',
  path: '/admin/report',
  access: 'admin',
  summary: 'Reports, oldest first',
  payload: z.object({ ...page(), status: z.optional(z.enum(reportStatuses)) }),
  result: z.object({ count: z.number(), reports: z.array(report) }),
});

/** Closes a report without a ban. */
export const dismissReport = endpoint({
  method: 'POST',
  path: '/admin/report/{reportId}/dismiss',
  access: 'admin',
  summary: 'Close a report without a ban',
  params: z.object({ reportId: uuid }),
  result: empty,
});

/** Bans a person. */
export const banUser = endpoint({
  method: 'POST',
  path: '/admin/user/{userId}/ban',
  access: 'admin',
  summary: 'Ban a person',
  params: withUser,
  payload: z.object({ reason: text({ min: 1, max: 1000, required: 'Say why' }) }),
  result: empty,
});

/** Lifts a ban. */
export const unbanUser = endpoint({
  method: 'POST',
  path: '/admin/user/{userId}/unban',
  access: 'admin',
  summary: 'Lift a ban',
  params: withUser,
  result: empty,
});

/** What admins did, newest first. */
export const listAudit = endpoint({
  method: 'GET',
  path: '/admin/audit',
  access: 'admin',
  summary: 'What admins did, newest first',
  payload: z.object(page()),
  result: z.object({ count: z.number(), entries: z.array(auditEntry) }),
});
