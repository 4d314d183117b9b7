import { type ReactNode, useLayoutEffect, useState } from 'react';

interface SpokenOnce {
  /** `aria-live` of the element that shows the error. */
  live: 'polite' | 'off';
  /** Whether the control refers to the error by `aria-describedby`. */
  isDescribed: boolean;
}

/**
 * Lets a screen reader speak a new error of a control once. Where the control has the focus, the live region speaks it and the control refers to
 * it from its next blur on: readers also speak a description that changes under the focus. Where a form moves the focus to the control with the
 * error, the description speaks it and the live region is silent. Otherwise the live region speaks it.
 *
 * A new node is a new error. An element has to be kept between renders (`useMemo`): made anew, it would be treated as unspoken.
 */
export function useSpokenOnce(controlId: string, error: ReactNode): SpokenOnce {
  const [isDescribed, setDescribed] = useState(true);
  const [isReadWithFocus, setReadWithFocus] = useState(false);
  useLayoutEffect(() => {
    const control = document.getElementById(controlId);
    if (!error || !control) return;
    const stopped = new AbortController();
    const listen = (event: 'focusin' | 'focusout', listener: () => void) =>
      control.addEventListener(event, listener, { once: true, signal: stopped.signal });
    const hasFocus = control.contains(document.activeElement);
    setDescribed(!hasFocus);
    setReadWithFocus(false);
    if (hasFocus) listen('focusout', () => setDescribed(true));
    else {
      listen('focusin', () => setReadWithFocus(true));
      // A focus in a later frame is the member's own: the live region has spoken by then.
      requestAnimationFrame(() => stopped.abort());
    }
    return () => stopped.abort();
  }, [controlId, error]);
  return { live: isReadWithFocus ? 'off' : 'polite', isDescribed };
}
