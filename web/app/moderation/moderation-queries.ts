import type { Calls } from '@parlance/client/http';
import { moderationPageSizes, type ReportStatus } from '@parlance/contract/moderation';
import { queryOptions } from '@tanstack/react-query';

/** Everything an admin looks at: one act changes much of it. */
export const moderationKey = ['moderation'] as const;

/** One page of reports. */
export function reportsQuery(calls: Calls, status: ReportStatus, page: number) {
  const limit = moderationPageSizes.reports;
  return queryOptions({
    queryKey: [...moderationKey, 'reports', status, page],
    queryFn: ({ signal }) => calls.listReports({ status, limit, offset: (page - 1) * limit }, { signal }),
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[2] === status ? previous : undefined,
  });
}

/** One report. */
export function reportQuery(calls: Calls, reportId: string) {
  return queryOptions({
    queryKey: [...moderationKey, 'report', reportId],
    queryFn: ({ signal }) => calls.getReport({ reportId }, { signal }),
  });
}

/** A person with their history. */
export function personQuery(calls: Calls, userId: string) {
  return queryOptions({
    queryKey: [...moderationKey, 'person', userId],
    queryFn: ({ signal }) => calls.getModeratedPerson({ userId }, { signal }),
  });
}

/** One page of the audit trail. */
export function auditQuery(calls: Calls, page: number) {
  const limit = moderationPageSizes.audit;
  return queryOptions({
    queryKey: [...moderationKey, 'audit', page],
    queryFn: ({ signal }) => calls.listAudit({ limit, offset: (page - 1) * limit }, { signal }),
    placeholderData: (previous) => previous,
  });
}
