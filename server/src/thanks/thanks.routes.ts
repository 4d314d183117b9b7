import * as calls from '@parlance/contract/thanks';
import { type Route, serve } from '#platform/serve';
import { reportThanks } from './report.ts';
import { getSessionThanks, giveThanks, listThanks, updateThanks } from './thanks.ts';

export const thanksRoutes: Route[] = [
  serve(calls.giveThanks, (platform, { caller, params, payload }) =>
    giveThanks(platform, caller, { ...params, ...payload }),
  ),
  serve(calls.getSessionThanks, (platform, { caller, params }) =>
    getSessionThanks(platform, caller, params.scheduleSlotId),
  ),
  serve(calls.listThanks, (platform, { caller, params, payload }) =>
    listThanks(platform, caller, { ...params, ...payload }),
  ),
  serve(calls.updateThanks, (platform, { caller, params, payload }) =>
    updateThanks(platform, caller, { ...params, ...payload }),
  ),
  serve(calls.reportThanks, (platform, { caller, params, payload }) =>
    reportThanks(platform, caller, { ...params, ...payload }),
  ),
];
