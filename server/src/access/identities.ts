import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { keyedHash } from './keyed-hash.ts';

export interface Identities {
  email?: string | null;
  phone?: string | null;
  googleUserId?: string | null;
  /** As `oidcKey` gives it. */
  oidc?: string | null;
}

/** Names an identity of the provider in one text; null without one. */
export const oidcKey = (issuer: string | null, subject: string | null): string | null =>
  issuer === null || subject === null ? null : JSON.stringify([issuer, subject]);

/** Hashes stored in `banned_identities` in place of addresses. */
export function identityHashes(platform: Platform, identities: Identities): Buffer[] {
  return Object.entries(identities)
    .filter(([, value]) => value != null)
    .map(([kind, value]) => keyedHash(platform, 'identity', `${kind}:${value}`));
}

export async function isBannedIdentity(platform: Platform, tx: Tx, identities: Identities): Promise<boolean> {
  const banned = await tx
    .selectFrom('banned_identities')
    .select('hash')
    .where('hash', 'in', identityHashes(platform, identities))
    .executeTakeFirst();
  return banned !== undefined;
}
