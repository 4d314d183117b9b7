import { callJoined } from '@parlance/contract/call-events';
import { ApiError } from '@parlance/contract/errors';
import { type SocketRoute, serveEvent } from '#platform/realtime';
import { isDemoOpen } from './demo.ts';
import { playPartner } from './session-now.ts';

/** What a page of the demo emits and no other. */
export const demoSockets: SocketRoute[] = [
  serveEvent('call:join-demo', { takesFile: false, result: callJoined }, async (platform, arrival) => {
    if (!isDemoOpen(platform)) throw new ApiError('EndpointNotFound');
    return playPartner(platform, arrival);
  }),
];
