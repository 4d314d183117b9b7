import { sql } from 'kysely';
import type { Tx } from '#platform/effects';
import { networkOf } from '#platform/network';
import type { Platform } from '#platform/platform';
import { keyedHash } from './keyed-hash.ts';

const dayMs = 24 * 60 * 60 * 1000;
const rememberedMs = 90 * dayMs;

const hashOf = (platform: Platform, address: string, ip: string): Buffer =>
  keyedHash(platform, 'known-network', `${address}|${networkOf(ip)}`);

const oldestKnown = ({ clock }: Platform): Date => new Date(clock.now().getTime() - rememberedMs);

/** Whether the address had a session from this network during the last 90 days. */
export async function isKnownNetwork(platform: Platform, address: string, ip: string): Promise<boolean> {
  const known = await platform.db
    .selectFrom('known_networks')
    .select('user_id')
    .where('address_network_hash', '=', hashOf(platform, address, ip))
    .where('seen_at', '>', oldestKnown(platform))
    .executeTakeFirst();
  return known !== undefined;
}

interface Presence {
  userId: string;
  /** The account's addresses; absent ones are skipped. */
  addresses: (string | null | undefined)[];
  ip: string;
}

/** Records the network of a session; a continued session on the same network writes once a day. */
export async function rememberNetwork(platform: Platform, tx: Tx, presence: Presence): Promise<void> {
  const { userId, addresses, ip } = presence;
  const hashes = addresses.filter((address) => address != null).map((each) => hashOf(platform, each, ip));
  const now = platform.clock.now();
  // Sorted, so that two sessions of one member cannot deadlock.
  await sql`
    INSERT INTO known_networks AS known (address_network_hash, user_id, seen_at)
    SELECT hash, ${userId}::uuid, ${now}::timestamptz FROM unnest(${hashes}::bytea[]) AS hash ORDER BY hash
    ON CONFLICT (address_network_hash) DO UPDATE SET user_id = excluded.user_id, seen_at = excluded.seen_at
    WHERE known.seen_at <= ${new Date(now.getTime() - dayMs)} OR known.user_id <> excluded.user_id`.execute(
    tx,
  );
}

export async function purgeNetworks(platform: Platform): Promise<void> {
  await platform.db.deleteFrom('known_networks').where('seen_at', '<=', oldestKnown(platform)).execute();
}
