import { isRightToLeft } from './page-direction';

// From here on the finger means it: less is a tap, or the begin of scrolling.
const beginPx = 12;
/** A finger that has gone this far means the act. */
export const swipePx = 56;
const farthestPx = 80;
// The browser's own gesture for going back begins there.
const edgePx = 24;
// These have an answer of their own to a finger that moves.
const ownAnswer = 'input, textarea, [role="slider"]';

/** What a movement of a finger is, where lines run towards positive `dx`: nothing yet, scrolling, or a swipe to the line end. */
export function swipeOf({ dx, dy }: { dx: number; dy: number }): 'nothing' | 'scrolling' | 'swipe' {
  if (dx > beginPx && dx > 2 * Math.abs(dy)) return 'swipe';
  return Math.abs(dy) > beginPx || dx < -beginPx ? 'scrolling' : 'nothing';
}

/**
 * Tells of a finger that swipes something within `selector` towards the end of the line, until the answered function is called. The
 * selected elements need `touch-action: pan-y`: up and down stays with the browser, which ends the swipe when it scrolls.
 */
export function listenForSwipe(selector: string, onSwipe: (swiped: HTMLElement) => void): () => void {
  const stopped = new AbortController();
  const options = { signal: stopped.signal, passive: true };
  let swipe: { x: number; y: number; element: HTMLElement; isBegun: boolean } | null = null;

  const movedTo = ({ clientX, clientY }: PointerEvent, { x, y }: { x: number; y: number }) => ({
    dx: (clientX - x) * (isRightToLeft() ? -1 : 1),
    dy: clientY - y,
  });
  const forget = () => {
    if (swipe?.isBegun) {
      swipe.element.style.removeProperty('translate');
      swipe.element.removeAttribute('data-swipe');
    }
    swipe = null;
  };

  document.addEventListener(
    'pointerdown',
    (event) => {
      forget();
      const { target, clientX: x, clientY: y } = event;
      const element =
        target instanceof Element && !target.closest(ownAnswer) && target.closest<HTMLElement>(selector);
      const isAtEdge = x < edgePx || x > window.innerWidth - edgePx;
      if (event.pointerType === 'touch' && event.isPrimary && element && !isAtEdge)
        swipe = { x, y, element, isBegun: false };
    },
    options,
  );
  document.addEventListener(
    'pointermove',
    (event) => {
      if (!swipe) return;
      const moved = movedTo(event, swipe);
      if (!swipe.isBegun) {
        const kind = swipeOf(moved);
        if (kind === 'scrolling') forget();
        if (kind !== 'swipe' || !swipe) return;
        swipe.isBegun = true;
      }
      const shownPx = Math.max(0, Math.min(moved.dx - beginPx, farthestPx));
      swipe.element.style.translate = `${isRightToLeft() ? -shownPx : shownPx}px`;
      swipe.element.dataset.swipe = moved.dx >= swipePx ? 'far' : 'near';
    },
    options,
  );
  document.addEventListener(
    'pointerup',
    (event) => {
      const done = swipe?.isBegun && movedTo(event, swipe).dx >= swipePx ? swipe.element : null;
      forget();
      if (done) onSwipe(done);
    },
    options,
  );
  document.addEventListener('pointercancel', forget, options);
  return () => {
    forget();
    stopped.abort();
  };
}
