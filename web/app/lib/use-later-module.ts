import { laterWords } from '@parlance/words/current';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { whenUsed } from './when-used';

interface LaterModuleOptions {
  /** Where something stands in for the part: a focus in there goes over to it. */
  place?: RefObject<HTMLElement | null>;
  /** Somebody waits for the part: it is fetched at once. */
  isWanted?: boolean;
  /** Somebody waits for a part that cannot be fetched. */
  onMissing?: () => void;
}

/** A press that has begun ends on what it began on: replaced under the pointer it would come to nothing. */
function whenReleased(place: HTMLElement): Promise<void> {
  if (!place.matches(':active')) return Promise.resolve();
  return new Promise((resolve) => {
    const released = new AbortController();
    const onRelease = () => {
      released.abort();
      // The click follows in the same task, and the next press may begin before this one.
      setTimeout(() => resolve(whenReleased(place)));
    };
    for (const end of ['pointerup', 'pointercancel', 'keyup']) {
      window.addEventListener(end, onRelease, { capture: true, signal: released.signal });
    }
  });
}

/**
 * A part of the screen that is fetched once somebody uses the page; null until it is there. Where it cannot be fetched,
 * as without a connection, the rest of the screen goes on and the next visit tries again.
 */
export function useLaterModule<Module>(
  load: () => Promise<Module>,
  { place, isWanted = false, onMissing }: LaterModuleOptions = {},
): Module | null {
  const [module, setModule] = useState<Module | null>(null);
  const hadFocus = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is loaded does not change
  useEffect(() => {
    if (module) return;
    let isGone = false;
    const show = async () => {
      if (!isWanted) await whenUsed();
      const [loaded] = await Promise.all([load(), laterWords('parts')]);
      if (place?.current) await whenReleased(place.current);
      if (isGone) return;
      hadFocus.current = place?.current?.contains(document.activeElement) ?? false;
      // In the same task as the look at press and focus: React would render in a later one, and a press in between would
      // be on an element that is about to go, with the focus and what is typed next.
      flushSync(() => setModule(() => loaded));
    };
    void show().catch(() => {
      if (isWanted && !isGone) onMissing?.();
    });
    return () => {
      isGone = true;
    };
  }, [isWanted]);
  useLayoutEffect(() => {
    if (module && hadFocus.current) place?.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [module, place]);
  return module;
}
