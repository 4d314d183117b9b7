import { authResult } from '@parlance/contract/access';
import { callAnswerWithinMs, callJoined } from '@parlance/contract/call-events';
import { fromWire } from '@parlance/contract/wire';
import { afterAll } from 'vitest';
import type { Page } from '#test/call-session';
import { workerDatabase } from '#test/database';
import { keepTables } from '#test/kept-state';
import { type Community, type Persona, startCommunity } from '#test/personas';

/**
 * Returns the function that starts a demo community for the tests of a file. The first call creates the community, which takes seconds;
 * later calls restore its tables.
 */
export function demoOfFile(env: Record<string, string> = {}): () => Promise<Community> {
  const options = { env: { DEMO_DATA: 'on', ...env } };
  let made: Awaited<ReturnType<typeof keepTables>> | undefined;
  afterAll(() => made?.forget());
  return async () => {
    if (made) return startCommunity({ ...options, fill: made.bringBack });
    const community = await startCommunity(options);
    made = await keepTables(await workerDatabase());
    return community;
  };
}

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
