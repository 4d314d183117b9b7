import { spoken, t } from '@parlance/words/current';

/** 'Member since May 2026', independent of time zone, so that server and client render the same. */
export function memberSince(createdAt: Date): string {
  return t('Member since {month}', { month: spoken().date(createdAt, 'month', 'UTC') });
}
