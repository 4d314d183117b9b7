import { authResult, clientTimeZone } from '@parlance/contract/access';
import { endpoint } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import * as z from 'zod/mini';
import { isOwnHost } from '#platform/own-host';
import { type Route, serve } from '#platform/serve';
import { enterDemo } from './demo.ts';

// Not part of the contract: an ordinary installation does not have it.
const continueAsDemoUser = endpoint({
  method: 'POST',
  path: '/auth/demo',
  access: 'entry',
  summary: 'Sign in as the demo user',
  payload: z.object(clientTimeZone),
  result: authResult,
});

/** Sign-in without an address. Registered only with demo data; elsewhere the address is unknown. */
export const demoRoutes: Route[] = [
  serve(continueAsDemoUser, async (platform, { payload, userAgent, acceptLanguage, host }) => {
    if (!isOwnHost(platform.config, host)) throw new ApiError('EndpointNotFound');
    return await enterDemo(platform, { ...payload, userAgent, acceptLanguage });
  }),
];
