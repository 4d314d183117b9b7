import { continueAsDemoUser } from '@parlance/contract/demo';
import { ApiError } from '@parlance/contract/errors';
import { isOwnHost } from '#platform/own-host';
import { type Route, serve } from '#platform/serve';
import { enterDemo } from './demo.ts';

/** The way in without an address. Registered only where demo data is on: elsewhere it is an unknown address. */
export const demoRoutes: Route[] = [
  serve(continueAsDemoUser, async (platform, { payload, userAgent, acceptLanguage, host }) => {
    if (!isOwnHost(platform.config, host)) throw new ApiError('EndpointNotFound');
    return await enterDemo(platform, { ...payload, userAgent, acceptLanguage });
  }),
];
