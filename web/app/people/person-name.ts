import type { BaseProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';

/** The name to show; somebody without one is 'Anonymous' (§2). */
export function nameOf({ name }: Pick<BaseProfile, 'name'>): string {
  return name.trim() || t('Anonymous');
}
