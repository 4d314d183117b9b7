import { createHmac } from 'node:crypto';
import type { Platform } from '#platform/platform';

type Purpose =
  | 'code'
  | 'identifier'
  | 'proof'
  | 'refresh-token'
  | 'refresh-token-id'
  | 'identity'
  | 'invitation'
  | 'oidc-key'
  | 'oidc-state'
  | 'oidc-token'
  | 'flow'
  | 'known-network'
  | 'passkey-challenge'
  | 'undo';

/** Returns the keyed hash stored in place of a secret or an address; hashes for different purposes are unlinkable. */
export function keyedHash({ secret }: Pick<Platform, 'secret'>, purpose: Purpose, text: string): Buffer {
  return createHmac('sha256', secret).update(`access-${purpose}:${text}`).digest();
}
