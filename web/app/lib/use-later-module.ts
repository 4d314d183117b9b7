import { laterWords } from '@parlance/words/current';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { whenUsed } from './when-used';

interface LaterModuleOptions {
  /** Element that holds a placeholder: focus within it moves to the loaded part. */
  place?: RefObject<HTMLElement | null>;
  /** Loads at once instead of on first use. */
  isWanted?: boolean;
  /** Called if a wanted part fails to load. */
  onMissing?: () => void;
}

/** Waits for the end of a press: replacing the pressed element would lose its click. */
function whenReleased(place: HTMLElement): Promise<void> {
  // A key makes only the pressed element active, a pointer also those around it.
  if (!place.matches(':active') && !place.querySelector(':active')) return Promise.resolve();
  return new Promise((resolve) => {
    const released = new AbortController();
    const onRelease = () => {
      released.abort();
      // The click follows in the same task, and another press can begin before this timer.
      setTimeout(() => resolve(whenReleased(place)));
    };
    for (const end of ['pointerup', 'pointercancel', 'keyup']) {
      window.addEventListener(end, onRelease, { capture: true, signal: released.signal });
    }
  });
}

/**
 * Module of a screen part, loaded on first use of the page; null until then. After a failed load the rest of the screen works and the next
 * visit retries.
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
      // Rendered synchronously with the check of press and focus: in a later task, a press in between would hit an element about to unmount
      // and lose focus and keystrokes.
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
