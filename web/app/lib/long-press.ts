// Matches the delay of native long presses.
const holdMs = 500;
// Tolerance for small finger movements.
const slackPx = 10;
// A browser that does not take the touch for a long press sends the click soon after its end.
const clickWithinMs = 500;
// Elements with their own long-press behaviour.
const ownAnswer = 'a, button, input, textarea, [role="slider"]';

/** Calls back on a long press within `selector`; returns the stop function. */
export function listenForLongPress(selector: string, onLongPress: (held: HTMLElement) => void): () => void {
  const stopped = new AbortController();
  const options = { signal: stopped.signal, passive: true };
  let start: { x: number; y: number; timer: ReturnType<typeof setTimeout> } | null = null;

  const forget = () => {
    clearTimeout(start?.timer);
    start = null;
  };
  const heldIn = ({ target }: Event): HTMLElement | null =>
    target instanceof Element && !target.closest(ownAnswer) ? target.closest<HTMLElement>(selector) : null;

  /** What opens under the finger must not be pressed by its release. A press by keyboard has no detail. */
  const ignoreRelease = () => {
    const ended = new AbortController();
    const until = { signal: AbortSignal.any([ended.signal, stopped.signal]), capture: true };
    const ignore = (event: MouseEvent) => {
      if (event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
      ended.abort();
    };
    document.addEventListener('click', ignore, until);
    document.addEventListener('pointerdown', () => ended.abort(), until);
    document.addEventListener('pointerup', () => setTimeout(() => ended.abort(), clickWithinMs), until);
  };

  document.addEventListener(
    'pointerdown',
    (event) => {
      forget();
      const held = heldIn(event);
      if (event.pointerType !== 'touch' || !event.isPrimary || !held) return;
      const timer = setTimeout(() => {
        forget();
        ignoreRelease();
        onLongPress(held);
      }, holdMs);
      start = { x: event.clientX, y: event.clientY, timer };
    },
    options,
  );
  document.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (start && Math.hypot(clientX - start.x, clientY - start.y) > slackPx) forget();
    },
    options,
  );
  // A second finger, a scroll or the end of the touch cancels.
  for (const end of ['pointerup', 'pointercancel', 'scroll'])
    document.addEventListener(end, forget, { ...options, capture: true });
  // Some systems fire contextmenu themselves and cancel the touch before the timer.
  document.addEventListener(
    'contextmenu',
    (event) => {
      const held = heldIn(event);
      if ((event as PointerEvent).pointerType !== 'touch' || !held) return;
      event.preventDefault();
      if (start) onLongPress(held);
      forget();
    },
    { signal: stopped.signal },
  );
  return () => {
    forget();
    stopped.abort();
  };
}
