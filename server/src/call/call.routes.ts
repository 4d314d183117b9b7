import * as contract from '@parlance/contract/call';
import { type Route, serve } from '#platform/serve';
import { getCallSummary } from './call.ts';

export const callRoutes: Route[] = [
  serve(contract.getCallSummary, (platform, { caller, params }) => getCallSummary(platform, caller, params)),
];
