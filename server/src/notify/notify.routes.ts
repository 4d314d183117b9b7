import {
  getSubscription as getSubscriptionCall,
  setSubscription as setSubscriptionCall,
} from '@parlance/contract/notify';
import { type Route, serve } from '#platform/serve';
import { getSubscription, setSubscription } from './unsubscribe.ts';

/** The addresses at the end of mails. */
export const notifyRoutes: Route[] = [
  serve(getSubscriptionCall, (platform, { params }) => getSubscription(platform, params.token)),
  serve(setSubscriptionCall, (platform, { params, payload }) =>
    setSubscription(platform, params.token, payload.isOn),
  ),
];
