import type { FullProfile } from '@parlance/contract/people';
import { useLaterModule } from '#lib/use-later-module';

/** Reserves the space of the session record, which loads once the page is used. */
export function Record({ profile }: { profile: FullProfile }) {
  const lines = useLaterModule(() => import('#trust/record-lines'));
  return <div className="min-h-19">{lines && <lines.RecordLines profile={profile} />}</div>;
}
