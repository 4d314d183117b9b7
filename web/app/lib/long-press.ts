// Matches the delay of native long presses.
const holdMs = 500;
// Tolerance for small finger movements.
const slackPx = 10;
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

  document.addEventListener(
    'pointerdown',
    (event) => {
      forget();
      const held = heldIn(event);
      if (event.pointerType !== 'touch' || !event.isPrimary || !held) return;
      const timer = setTimeout(() => {
        forget();
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
