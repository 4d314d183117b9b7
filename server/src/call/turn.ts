import { createHmac, randomBytes } from 'node:crypto';
import type { CallJoined } from '@parlance/contract/call-events';
import type { Platform } from '#platform/platform';
import type { Config } from '#platform/settings';

/** A session may be extended, and a page may be slow to leave. */
const validAfterEndMs = 3_600_000;

/** Whether pages use the relay alone, so that neither learns the other's address. */
export const isRelayOnly = ({ turn, callRelay }: Pick<Config, 'turn' | 'callRelay'>): boolean =>
  turn !== null && callRelay !== 'off';

/** A name and a password for the relay until a moment. The name is random: the relay writes it to its log. */
export function turnCredentials(secret: string, until: Date): { username: string; credential: string } {
  const username = `${Math.floor(until.getTime() / 1000)}:${randomBytes(9).toString('base64url')}`;
  // What coturn computes with use-auth-secret; SHA-1 is its choice.
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
}

/** The relay for one page of one session, until an hour after its booked end. */
export function issueIceServers({ config }: Platform, slotEndsAt: Date): CallJoined['iceServers'] {
  if (!config.turn) return [];
  const { urls, secret } = config.turn;
  return [{ urls, ...turnCredentials(secret, new Date(slotEndsAt.getTime() + validAfterEndMs)) }];
}
