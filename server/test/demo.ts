import { authResult } from '@parlance/contract/access';
import { callAnswerWithinMs, callJoined } from '@parlance/contract/call-events';
import { fromWire } from '@parlance/contract/wire';
import type { Page } from '#test/call-session';
import type { Community, Persona } from '#test/personas';

/** Signs in as the demo user in this language. */
export async function enterDemo({ url, withTokens }: Community, acceptLanguage = ''): Promise<Persona> {
  const response = await fetch(`${url}/v1/auth/demo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': acceptLanguage },
    body: '{}',
  });
  return withTokens(fromWire(authResult, await response.json()));
}

/** Joins as an invented partner with a second peer of the visitor's page. */
export const joinForPartner = ({ realtime }: Page, seat: { scheduleSlotId: string; peerId: string }) =>
  realtime.emit('call:join-demo', [seat], {
    withinMs: callAnswerWithinMs.join,
    read: (packet) => fromWire(callJoined, packet),
  });
