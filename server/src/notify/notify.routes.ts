import * as calls from '@parlance/contract/notify';
import * as pushCalls from '@parlance/contract/push';
import { type Route, serve } from '#platform/serve';
import { addPushDevice, getPush, removePushDevice } from './push-devices.ts';
import { tryPush } from './push-sample.ts';
import { getSubscription, setSubscription } from './unsubscribe.ts';

export const notifyRoutes: Route[] = [
  serve(calls.getSubscription, (platform, { params }) => getSubscription(platform, params.token)),
  serve(calls.setSubscription, (platform, { params, payload }) =>
    setSubscription(platform, params.token, payload.isOn),
  ),
  serve(pushCalls.getPush, (platform, { caller }) => getPush(platform, caller)),
  serve(pushCalls.addPushDevice, (platform, { caller, payload }) => addPushDevice(platform, caller, payload)),
  serve(pushCalls.removePushDevice, (platform, { caller, params }) =>
    removePushDevice(platform, caller, params.pushDeviceId),
  ),
  serve(pushCalls.tryPush, (platform, { caller, params }) => tryPush(platform, caller, params.pushDeviceId)),
];
