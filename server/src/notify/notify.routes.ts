import * as calls from '@parlance/contract/notify';
import { type Route, serve } from '#platform/serve';
import { getSubscription, setSubscription } from './unsubscribe.ts';

export const notifyRoutes: Route[] = [
  serve(calls.getSubscription, (platform, { params }) => getSubscription(platform, params.token)),
  serve(calls.setSubscription, (platform, { params, payload }) =>
    setSubscription(platform, params.token, payload.isOn),
  ),
];
