import { type ComponentType, useEffect, useState } from 'react';
import { whenUsed } from '#lib/when-used';
import { firstToast } from './toast';

/**
 * The place where toasts appear; once, in the layout of the screens that use showToast. No screen opens with a toast, and
 * what draws them weighs more than many a screen. Its live region has to be there before a toast is, so that the toast
 * is announced.
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
    // Without a connection there are no toasts; the next screen tries again.
    void load().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, []);
  return Loaded && <Loaded />;
}
