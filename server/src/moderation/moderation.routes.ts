import * as calls from '@parlance/contract/moderation';
import { type Route, serve } from '#platform/serve';
import { banUser, unbanUser } from './moderation.ts';
import { dismissReport, listAudit, listReports } from './reports.ts';

/** The calls of admins. */
export const moderationRoutes: Route[] = [
  serve(calls.listReports, (platform, { payload }) => listReports(platform, payload)),
  serve(calls.dismissReport, async (platform, { caller, params }) => {
    await dismissReport(platform, caller, params.reportId);
    return {};
  }),
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
