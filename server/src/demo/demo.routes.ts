import { continueAsDemoUser } from '@parlance/contract/demo';
import { type Route, serve } from '#platform/serve';
import { enterDemo } from './demo.ts';

/** The way in without an address. Registered only where demo data is on: elsewhere it is an unknown address. */
export const demoRoutes: Route[] = [
  serve(continueAsDemoUser, (platform, { payload, userAgent }) =>
    enterDemo(platform, { ...payload, userAgent }),
  ),
];
