import * as contract from '@parlance/contract/call';
import { type Route, serve } from '#platform/serve';
import { getCallSummary } from './call.ts';
import { reportSession } from './report.ts';

export const callRoutes: Route[] = [
  serve(contract.getCallSummary, (platform, { caller, params }) => getCallSummary(platform, caller, params)),
  serve(contract.reportSession, (platform, { caller, params, payload }) =>
    reportSession(platform, caller, { ...params, ...payload }),
  ),
];
