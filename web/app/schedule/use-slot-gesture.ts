import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import type { GridPlace } from './grid-keys';

/** Press duration after which a finger selects instead of scrolling. */
const longPressMs = 350;
/** Movement that turns the touch into scrolling. */
const scrollSlopPx = 10;
/** Distance from the edge at which a selection scrolls the grid. */
const edgePx = 28;
const edgeStepPx = 14;

interface GestureActs {
  /** Covers the cells of one column between two places. */
  onCover: (from: GridPlace, to: GridPlace) => void;
  /** The gesture ended. `isTap` means that it never left its cell. */
  onFinish: (from: GridPlace, to: GridPlace, isTap: boolean) => void;
  onAbort: () => void;
}

interface Gesture {
  pointerId: number;
  isTouch: boolean;
  from: GridPlace;
  to: GridPlace;
  x: number;
  y: number;
  /** True at once with a mouse, after a long press with a finger. */
  isSelecting: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Selection by mouse, pen or long press; a finger that moves earlier scrolls. */
export function useSlotGesture(scroller: RefObject<HTMLElement | null>, acts: GestureActs) {
  const gesture = useRef<Gesture | null>(null);

  useEffect(() => {
    const element = scroller.current;
    // Only a non-passive listener can prevent scrolling during a selection.
    const holdStill = (event: TouchEvent) => {
      if (gesture.current?.isSelecting) event.preventDefault();
    };
    element?.addEventListener('touchmove', holdStill, { passive: false });
    return () => {
      element?.removeEventListener('touchmove', holdStill);
      clearTimeout(gesture.current?.timer);
    };
  }, [scroller]);

  const end = (): Gesture | null => {
    const ended = gesture.current;
    clearTimeout(ended?.timer);
    gesture.current = null;
    return ended;
  };

  const begin = (current: Gesture) => {
    current.isSelecting = true;
    acts.onCover(current.from, current.to);
  };

  const abort = () => {
    if (end()?.isSelecting) acts.onAbort();
  };

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const place = placeOf(event.target);
    if (!place || event.button !== 0 || gesture.current) return;
    const { pointerId, clientX, clientY } = event;
    const isTouch = event.pointerType === 'touch';
    const current: Gesture = {
      pointerId,
      isTouch,
      from: place,
      to: place,
      x: clientX,
      y: clientY,
      isSelecting: false,
      timer: undefined,
    };
    gesture.current = current;
    if (isTouch) current.timer = setTimeout(() => begin(current), longPressMs);
    else {
      event.currentTarget.setPointerCapture(pointerId);
      begin(current);
    }
  };

  const onPointerMove = ({ pointerId, clientX, clientY }: PointerEvent) => {
    const current = gesture.current;
    if (current?.pointerId !== pointerId) return;
    if (!current.isSelecting) {
      if (Math.hypot(clientX - current.x, clientY - current.y) > scrollSlopPx) end();
      return;
    }
    scrollAtEdge(scroller.current, clientY);
    const under = placeOf(document.elementFromPoint(clientX, clientY));
    if (!under || under.row === current.to.row) return;
    current.to = { row: under.row, column: current.from.column };
    acts.onCover(current.from, current.to);
  };

  const onPointerUp = ({ pointerId }: PointerEvent) => {
    if (gesture.current?.pointerId !== pointerId) return;
    const { from, to } = end() ?? {};
    if (from && to) acts.onFinish(from, to, from.row === to.row);
  };

  return {
    abort,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: abort,
      // A long press must not open the context menu.
      onContextMenu: (event: { preventDefault: () => void }) => {
        if (gesture.current?.isTouch) event.preventDefault();
      },
    },
  };
}

/** Grid place of the cell that contains an element. */
export function placeOf(target: EventTarget | null): GridPlace | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  if (!cell) return null;
  return { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
}

function scrollAtEdge(element: HTMLElement | null, y: number): void {
  if (!element) return;
  const { top, bottom } = element.getBoundingClientRect();
  if (y > bottom - edgePx) element.scrollTop += edgeStepPx;
  // The sticky day headings cover the first row.
  else if (y < top + 2 * edgePx) element.scrollTop -= edgeStepPx;
}
