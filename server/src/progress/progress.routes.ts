import * as calls from '@parlance/contract/progress';
import { type Route, serve } from '#platform/serve';
import { getProgress, getRhythm } from './progress.ts';

export const progressRoutes: Route[] = [
  serve(calls.getRhythm, (platform, { caller, payload }) => getRhythm(platform, caller, payload)),
  serve(calls.getProgress, (platform, { caller, payload }) => getProgress(platform, caller, payload)),
];
