import { createHmac } from 'node:crypto';
import type { CallJoined } from '@parlance/contract/call-events';
import type { Platform } from '#platform/platform';
import type { Config } from '#platform/settings';

/** Longest validity of a username; every heartbeat renews it. */
const validForMs = 10 * 60_000;
/** Usernames issued within this window are identical, so a burst of joins yields one. */
const windowMs = 60_000;

/** Whether pages use the relay only, which hides their addresses from each other. */
export const isRelayOnly = ({ turn, callRelay }: Pick<Config, 'turn' | 'callRelay'>): boolean =>
  turn !== null && callRelay !== 'off';

/** Username and password in coturn's REST scheme. coturn refuses new allocations after `until`, and counts its user-quota by `name`. */
export function turnCredentials(
  secret: string,
  name: string,
  until: Date,
): { username: string; credential: string } {
  const username = `${Math.floor(until.getTime() / 1000)}:${name}`;
  // coturn fixes SHA-1 for use-auth-secret.
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
}

/** One name per member and session: a random one would escape the relay's user-quota. A keyed hash, because the relay logs it. */
const relayName = (secret: string, { userId, scheduleSlotId }: Holder): string =>
  createHmac('sha256', secret)
    .update(`relay name ${userId} ${scheduleSlotId}`)
    .digest('base64url')
    .slice(0, 24);

interface Holder {
  /** The member whose page uses the relay. */
  userId: string;
  scheduleSlotId: string;
}

/** The relay for the pages of one member in one session. Only for a page that holds a seat. */
export function issueIceServers({ config, clock }: Platform, holder: Holder): CallJoined['iceServers'] {
  if (!config.turn) return [];
  const { urls, secret } = config.turn;
  const windowStart = Math.floor(clock.now().getTime() / windowMs) * windowMs;
  return [
    { urls, ...turnCredentials(secret, relayName(secret, holder), new Date(windowStart + validForMs)) },
  ];
}
