import { t } from '@parlance/words/current';
import WifiOff from 'lucide-react/icons/wifi-off';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSignedIn } from '#session/signed-in';

// A change of the network takes a moment and is not worth a word.
const shortMs = 3000;

/** Says that the connection is gone for longer than a moment, and that nothing is lost by it. */
export function ConnectionNotice() {
  const { realtime } = useSignedIn().runtime;
  const status = useSyncExternalStore(realtime.subscribe, realtime.getStatus);
  const [isGone, setGone] = useState(false);
  const isConnected = status === 'connected';
  useEffect(() => {
    if (isConnected) {
      setGone(false);
      return;
    }
    const timer = setTimeout(() => setGone(true), shortMs);
    return () => clearTimeout(timer);
  }, [isConnected]);
  return (
    <div role="status">
      {isGone && !isConnected && (
        <p className="flex items-center gap-2.5 border-b border-line bg-sunken px-4 py-2 text-sm text-ink-soft sm:px-6">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          {t('No connection. What you write is kept and goes out by itself.')}
        </p>
      )}
    </div>
  );
}
