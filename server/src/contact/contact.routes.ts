import * as calls from '@parlance/contract/contact';
import { type Route, serve } from '#platform/serve';
import { appealStanding } from './cases.ts';
import { reportProfile } from './profile-reports.ts';
import { declineRequest, listRequests, refuseRequest } from './requests.ts';
import { getStanding } from './standing.ts';
import { listWarnings, markWarningSeen } from './warnings.ts';

export const contactRoutes: Route[] = [
  serve(calls.listRequests, (platform, { caller, payload }) => listRequests(platform, caller, payload)),
  serve(calls.declineRequest, (platform, { caller, params }) =>
    declineRequest(platform, caller, params.userId),
  ),
  serve(calls.refuseRequest, (platform, { caller, params, payload }) =>
    refuseRequest(platform, caller, { ...params, ...payload }),
  ),
  serve(calls.getStanding, (platform, { caller }) => getStanding(platform, caller)),
  serve(calls.appealStanding, (platform, { caller, payload }) =>
    appealStanding(platform, caller, payload.text),
  ),
  serve(calls.reportProfile, (platform, { caller, params, payload }) =>
    reportProfile(platform, caller, { ...params, ...payload }),
  ),
  serve(calls.listWarnings, (platform, { caller }) => listWarnings(platform, caller)),
  serve(calls.markWarningSeen, (platform, { caller, params }) =>
    markWarningSeen(platform, caller, params.warningId),
  ),
];
