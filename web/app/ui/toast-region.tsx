import { type ComponentType, useEffect, useState } from 'react';
import { whenUsed } from '#lib/when-used';
import { firstToast } from './toast';

/**
 * Region for toasts; once, in the layout of screens that use showToast. Rendering code loads lazily, because it is larger than many screens
 * and no screen opens with a toast. The live region must exist before a toast to be announced.
 */
export function ToastRegion() {
  const [Loaded, setLoaded] = useState<ComponentType | null>(null);
  useEffect(() => {
    let isGone = false;
    const load = async () => {
      await Promise.race([whenUsed(), firstToast]);
      const { LoadedToastRegion } = await import('./loaded-toast-region');
      if (!isGone) setLoaded(() => LoadedToastRegion);
    };
    // Offline there are no toasts; the next screen retries.
    void load().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, []);
  return Loaded && <Loaded />;
}
