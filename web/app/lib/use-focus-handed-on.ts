import { type RefObject, useEffect, useRef } from 'react';

/**
 * Where something takes the place of what was pressed, it takes the focus over: keyboard and screen reader would begin at the top of
 * the page again. The place has `tabIndex={-1}`. A part that comes by a press alone has nothing `before` it.
 */
export function useFocusHandedOn<Place extends HTMLElement>(
  shown: unknown,
  before: unknown = shown,
): RefObject<Place | null> {
  const place = useRef<Place>(null);
  const last = useRef(before);
  useEffect(() => {
    if (last.current === shown) return;
    last.current = shown;
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [shown]);
  return place;
}
