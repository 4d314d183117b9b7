import type { Calls } from '@parlance/client/http';
import { casesPageSize } from '@parlance/contract/contact-cases';
import { moderationPageSizes, type ReportStatus } from '@parlance/contract/moderation';
import { queryOptions } from '@tanstack/react-query';

/** Key prefix of all admin queries: one action invalidates many of them. */
export const moderationKey = ['moderation'] as const;

export function casesQuery(calls: Calls, page: number) {
  const limit = casesPageSize;
  return queryOptions({
    queryKey: [...moderationKey, 'cases', page],
    queryFn: ({ signal }) => calls.listCases({ limit, offset: (page - 1) * limit }, { signal }),
    placeholderData: (previous) => previous,
  });
}

export function reportsQuery(calls: Calls, status: ReportStatus, page: number) {
  const limit = moderationPageSizes.reports;
  return queryOptions({
    queryKey: [...moderationKey, 'reports', status, page],
    queryFn: ({ signal }) => calls.listReports({ status, limit, offset: (page - 1) * limit }, { signal }),
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[2] === status ? previous : undefined,
  });
}

export function reportQuery(calls: Calls, reportId: string) {
  return queryOptions({
    queryKey: [...moderationKey, 'report', reportId],
    queryFn: ({ signal }) => calls.getReport({ reportId }, { signal }),
  });
}

export function personQuery(calls: Calls, userId: string) {
  return queryOptions({
    queryKey: [...moderationKey, 'person', userId],
    queryFn: ({ signal }) => calls.getModeratedPerson({ userId }, { signal }),
  });
}

export function auditQuery(calls: Calls, page: number) {
  const limit = moderationPageSizes.audit;
  return queryOptions({
    queryKey: [...moderationKey, 'audit', page],
    queryFn: ({ signal }) => calls.listAudit({ limit, offset: (page - 1) * limit }, { signal }),
    placeholderData: (previous) => previous,
  });
}
