import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to content that replaces a pressed element; otherwise keyboard and screen reader restart at the top of the page. The
 * element has `tabIndex={-1}`. Content that appears only by a press has no `before`.
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
