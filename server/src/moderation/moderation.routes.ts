import * as caseCalls from '@parlance/contract/contact-cases';
import * as calls from '@parlance/contract/moderation';
import { listCases } from '#contact/contact';
import { type Route, serve } from '#platform/serve';
import { listAudit } from './audit.ts';
import { clearCase, restrictCase, warnHeld } from './case-acts.ts';
import { getModeratedPerson } from './moderated-person.ts';
import { banUser, unbanUser } from './moderation.ts';
import { dismissReport, removeReported, warnReported } from './report-acts.ts';
import { getReport, listReports, readableReport } from './reports.ts';

export const moderationRoutes: Route[] = [
  serve(caseCalls.listCases, (platform, { payload }) => listCases(platform, payload)),
  serve(caseCalls.clearCase, (platform, { caller, params }) => clearCase(platform, caller, params.caseId)),
  serve(caseCalls.restrictCase, (platform, { caller, params, payload }) =>
    restrictCase(platform, caller, { ...params, ...payload }),
  ),
  serve(caseCalls.warnHeld, (platform, { caller, params, payload }) =>
    warnHeld(platform, caller, { ...params, ...payload }),
  ),
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
  serve(calls.removeReported, (platform, { caller, params, payload }) =>
    removeReported(platform, caller, { ...params, ...payload }),
  ),
  serve(calls.getModeratedPerson, (platform, { params }) => getModeratedPerson(platform, params.userId)),
  serve(calls.banUser, (platform, { caller, params, payload }) =>
    banUser(platform, caller, params.userId, payload.reason, payload.warns),
  ),
  serve(calls.unbanUser, (platform, { caller, params }) => unbanUser(platform, caller, params.userId)),
  serve(calls.listAudit, (platform, { payload }) => listAudit(platform, payload)),
];
