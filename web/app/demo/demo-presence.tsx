import { useEffect, useSyncExternalStore } from 'react';
import { ongoing } from '#call/ongoing';
import { useLaterModule } from '#lib/use-later-module';
import { useSignedIn } from '#session/signed-in';

/** Adds demo partners to the sessions of this page. Loaded only on installations with a demo. */
export default function DemoPresence() {
  const { runtime } = useSignedIn();
  const isWanted = useSyncExternalStore(ongoing.subscribe, ongoing.get).Presence !== null;
  const partner = useLaterModule(() => import('./demo-partner'), { isWanted });
  useEffect(() => partner?.followCalls(runtime), [partner, runtime]);
  return null;
}
