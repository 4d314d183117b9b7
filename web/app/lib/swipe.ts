import { isRightToLeft } from './page-direction';

// Movement that starts a swipe; less is a tap or the start of scrolling.
const beginPx = 12;
/** Distance that triggers the action. */
export const swipePx = 56;
const farthestPx = 80;
// The browser's back gesture starts at the edge.
const edgePx = 24;
// Elements with their own drag behaviour.
const ownAnswer = 'input, textarea, [role="slider"]';

/** Classifies a movement; positive `dx` points to the line end. */
export function swipeOf({ dx, dy }: { dx: number; dy: number }): 'nothing' | 'scrolling' | 'swipe' {
  if (dx > beginPx && dx > 2 * Math.abs(dy)) return 'swipe';
  return Math.abs(dy) > beginPx || dx < -beginPx ? 'scrolling' : 'nothing';
}

/**
 * Calls back on a swipe within `selector` towards the line end; returns the stop function. The elements need `touch-action: pan-y`: the
 * browser handles vertical scrolling and then cancels the swipe.
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
