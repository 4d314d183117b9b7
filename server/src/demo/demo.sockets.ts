import { callClientEvents, callJoined } from '@parlance/contract/call-events';
import { ApiError } from '@parlance/contract/errors';
import { type SocketRoute, serveOwnEvent } from '#platform/socket-routes';
import { isDemoOpen } from './demo.ts';
import { playPartner } from './session-now.ts';

/** Seats a demo partner for a second peer of the visitor's page. */
export const demoSockets: SocketRoute[] = [
  serveOwnEvent(
    'call:join-demo',
    { payload: callClientEvents['call:join'], result: callJoined },
    async (platform, arrival) => {
      if (!isDemoOpen(platform)) throw new ApiError('EndpointNotFound');
      return playPartner(platform, arrival);
    },
  ),
];
