import * as calls from '@parlance/contract/trust';
import { type Route, serve } from '#platform/serve';
import { answerOutcome } from './trust.ts';

export const trustRoutes: Route[] = [
  serve(calls.answerOutcome, (platform, { caller, params, payload }) =>
    answerOutcome(platform, caller, { ...params, ...payload }),
  ),
];
