import type { FullProfile } from '@parlance/contract/people';
import { useLaterModule } from '#lib/use-later-module';

/** Received thanks, at the end of the page; loaded once the page is used. */
export function Thanks({ profile }: { profile: FullProfile }) {
  const section = useLaterModule(() => import('#thanks/thanks-section'));
  return section && <section.ThanksSection profile={profile} />;
}
