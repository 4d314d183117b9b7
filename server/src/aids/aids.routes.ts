import * as calls from '@parlance/contract/aids';
import { type Route, serve } from '#platform/serve';
import { translateMessage } from './aids.ts';

export const aidsRoutes: Route[] = [
  serve(calls.translateMessage, (platform, { caller, params, payload }) =>
    translateMessage(platform, caller, { ...params, ...payload }),
  ),
];
