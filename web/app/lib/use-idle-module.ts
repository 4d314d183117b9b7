import { useEffect, useState } from 'react';
import { whenIdle } from './when-idle';

/**
 * A part of the screen that is fetched once the page is idle; null until it is there. Where it cannot be fetched, as
 * without a connection, the rest of the screen goes on and the next visit tries again.
 */
export function useIdleModule<Module>(load: () => Promise<Module>): Module | null {
  const [module, setModule] = useState<Module | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is loaded does not change
  useEffect(() => {
    let isGone = false;
    const show = async () => {
      await whenIdle();
      const loaded = await load();
      if (!isGone) setModule(() => loaded);
    };
    void show().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, []);
  return module;
}
