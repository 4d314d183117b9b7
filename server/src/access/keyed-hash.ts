import { createHmac } from 'node:crypto';
import type { Platform } from '#platform/platform';

type Purpose =
  | 'code'
  | 'identifier'
  | 'proof'
  | 'refresh-token'
  | 'refresh-token-id'
  | 'identity'
  | 'flow'
  | 'known-network'
  | 'undo';

/** What is stored in place of a secret or an address. A hash for one purpose says nothing about another. */
export function keyedHash({ secret }: Pick<Platform, 'secret'>, purpose: Purpose, text: string): Buffer {
  return createHmac('sha256', secret).update(`access-${purpose}:${text}`).digest();
}
