import { spoken, t } from '@parlance/words/current';

/** 'Member since May 2026', the same words for every reader, on the server and in any zone. */
export function memberSince(createdAt: Date): string {
  return t('Member since {month}', { month: spoken().date(createdAt, 'month', 'UTC') });
}
