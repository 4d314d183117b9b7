import type { BaseProfile } from '@parlance/contract/people';

/** The name to show; somebody without one is 'Anonymous' (§2). */
export function nameOf({ name }: Pick<BaseProfile, 'name'>): string {
  return name.trim() || 'Anonymous';
}
