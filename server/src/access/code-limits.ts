import { isPhone } from '@parlance/contract/access';
import { ApiError } from '@parlance/contract/errors';
import { networkOf, siteOf } from '#platform/network';
import type { Platform } from '#platform/platform';
import type { LimitRule } from '#platform/rate-limit';
import { isKnownNetwork } from './known-networks.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Codes an hour: per address and network, per address, per network, per IPv6 /48. */
const codesAnHour = { addressAndNetwork: 5, address: 15, network: 30, site: 60 };

/**
 * Takes one code from every limit it counts against, or refuses it. An address known on this network skips the shared limits, so
 * requests from other networks cannot lock its owner out. Text messages cost money and share one daily budget.
 */
export async function takeFromLimits(platform: Platform, address: string, ip: string): Promise<void> {
  const own = `code:${address}|${networkOf(ip)}`;
  const rules: LimitRule[] = [
    { key: own, limit: 1, windowMs: minuteMs },
    { key: own, limit: codesAnHour.addressAndNetwork, windowMs: hourMs },
  ];
  if (!(await isKnownNetwork(platform, address, ip))) rules.push(...rulesOfStrangers(address, ip));
  if (isPhone(address)) {
    rules.push({ key: 'code-sms', limit: platform.config.sms.dailyLimit, windowMs: dayMs });
  }
  const taken = await platform.limits.take(rules);
  if (!taken.ok) throw new ApiError('AccessVerificationBeginRateLimit', { timeout: taken.retryAfterSeconds });
}

function rulesOfStrangers(address: string, ip: string): LimitRule[] {
  const site = siteOf(ip);
  return [
    { key: `code:${address}`, limit: codesAnHour.address, windowMs: hourMs },
    { key: `code-network:${networkOf(ip)}`, limit: codesAnHour.network, windowMs: hourMs },
    ...(site === null ? [] : [{ key: `code-site:${site}`, limit: codesAnHour.site, windowMs: hourMs }]),
  ];
}
