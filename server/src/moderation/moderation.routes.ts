import * as calls from '@parlance/contract/moderation';
import { type Route, serve } from '#platform/serve';
import { listAudit } from './audit.ts';
import { getModeratedPerson } from './moderated-person.ts';
import { banUser, unbanUser } from './moderation.ts';
import { dismissReport, warnReported } from './report-acts.ts';
import { getReport, listReports } from './reports.ts';

/** The calls of admins. */
export const moderationRoutes: Route[] = [
  serve(calls.listReports, (platform, { payload }) => listReports(platform, payload)),
  serve(calls.getReport, (platform, { params }) => getReport(platform, params.reportId)),
  serve(calls.dismissReport, async (platform, { caller, params }) => {
    await dismissReport(platform, caller, params.reportId);
    return {};
  }),
  serve(calls.warnReported, async (platform, { caller, params, payload }) => {
    await warnReported(platform, caller, params.reportId, payload.text);
    return {};
  }),
  serve(calls.getModeratedPerson, (platform, { params }) => getModeratedPerson(platform, params.userId)),
  serve(calls.banUser, async (platform, { caller, params, payload }) => {
    await banUser(platform, caller, params.userId, payload.reason);
    return {};
  }),
  serve(calls.unbanUser, async (platform, { caller, params }) => {
    await unbanUser(platform, caller, params.userId);
    return {};
  }),
  serve(calls.listAudit, (platform, { payload }) => listAudit(platform, payload)),
];
