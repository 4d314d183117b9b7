import * as z from 'zod/mini';
import { reportReasons } from './chat.ts';
import { standingStates } from './contact.ts';
import { endpoint } from './endpoint.ts';
import { moderationText, reportStatuses } from './moderation.ts';
import { baseProfile } from './people.ts';
import { between, empty, instant, page, uuid } from './text.ts';

export const casesPageSize = 10;
/** Maximum number of reports listed in a case, newest first. */
export const caseReportsMax = 20;
/** Days of a restriction that an admin sets. */
export const restrictionDays = { min: 1, max: 30 } as const;

/** A hold for review: numbers, reports and the appeal. No text that was not reported. */
export const contactCase = z.object({
  caseId: uuid,
  profile: baseProfile,
  state: z.enum(standingStates),
  openedAt: instant,
  /** When the hold becomes a restriction unless it is decided before; null once it has. The case stays open. */
  reviewBy: z.nullable(instant),
  /** End of a restriction; null in the other states. */
  until: z.nullable(instant),
  points: z.number(),
  /** Of the last 30 days. */
  counts: z.object({
    firstContacts: z.number(),
    answered: z.number(),
    declined: z.number(),
    blocked: z.number(),
    reported: z.number(),
    withContact: z.number(),
  }),
  reports: z.array(
    z.object({
      reportId: uuid,
      status: z.enum(reportStatuses),
      reason: z.nullable(z.enum(reportReasons)),
      createdAt: instant,
    }),
  ),
  appeal: z.nullable(z.object({ text: z.string(), at: instant })),
});
export type ContactCase = z.output<typeof contactCase>;

const withCase = z.object({ caseId: uuid });

export const listCases = endpoint({
  method: 'GET',
  path: '/admin/case',
  access: 'admin',
  summary: 'Open holds, oldest first',
  payload: z.object(page()),
  result: z.object({ count: z.number(), cases: z.array(contactCase) }),
});

/** Ends a hold: its penalties count no more, and no new hold begins for 14 days. */
export const clearCase = endpoint({
  method: 'POST',
  path: '/admin/case/{caseId}/clear',
  access: 'admin',
  summary: 'End a hold and cancel its penalties',
  params: withCase,
  result: empty,
});

export const restrictCase = endpoint({
  method: 'POST',
  path: '/admin/case/{caseId}/restrict',
  access: 'admin',
  summary: 'End a hold with a restriction',
  params: withCase,
  payload: z.object({
    days: z.int().check(...between(restrictionDays.min, restrictionDays.max)),
  }),
  result: empty,
});

/** Ends a hold with a mail to the member; the penalties stay. */
export const warnHeld = endpoint({
  method: 'POST',
  path: '/admin/case/{caseId}/warn',
  access: 'admin',
  summary: 'End a hold with a warning by mail',
  params: withCase,
  payload: z.object({ text: moderationText }),
  result: empty,
});
