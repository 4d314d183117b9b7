import * as calls from '@parlance/contract/moderation';
import { type Route, serve } from '#platform/serve';
import { listAudit } from './audit.ts';
import { getModeratedPerson } from './moderated-person.ts';
import { banUser, unbanUser } from './moderation.ts';
import { dismissReport, removeReported, warnReported } from './report-acts.ts';
import { getReport, listReports, readableReport } from './reports.ts';

export const moderationRoutes: Route[] = [
  serve(calls.listReports, async (platform, { payload, format }) => {
    const { count, reports } = await listReports(platform, payload);
    return { count, reports: reports.map((report) => readableReport(format, report)) };
  }),
  serve(calls.getReport, async (platform, { params, format }) =>
    readableReport(format, await getReport(platform, params.reportId)),
  ),
  serve(calls.dismissReport, (platform, { caller, params }) =>
    dismissReport(platform, caller, params.reportId),
  ),
  serve(calls.warnReported, (platform, { caller, params, payload }) =>
    warnReported(platform, caller, params.reportId, payload.text),
  ),
  serve(calls.removeReported, (platform, { caller, params }) =>
    removeReported(platform, caller, params.reportId),
  ),
  serve(calls.getModeratedPerson, (platform, { params }) => getModeratedPerson(platform, params.userId)),
  serve(calls.banUser, (platform, { caller, params, payload }) =>
    banUser(platform, caller, params.userId, payload.reason),
  ),
  serve(calls.unbanUser, (platform, { caller, params }) => unbanUser(platform, caller, params.userId)),
  serve(calls.listAudit, (platform, { payload }) => listAudit(platform, payload)),
];
