import type { BaseProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';

/** The display name, 'Anonymous' by default (docs/specification/people.md#profile-screen). */
export function nameOf({ name }: Pick<BaseProfile, 'name'>): string {
  // words: the name of somebody who gave none, by itself and inside sentences
  return name.trim() || t('Anonymous');
}
