import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { fitted, withinView, type Zoom, zoomAt } from './zoom';

const stepFactor = 1.5;
const arrowPx = 80;
const doubleFactor = 2.5;

interface Point {
  x: number;
  y: number;
}

const middle = (points: Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});
const spread = ([one, other]: Point[]): number =>
  one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;

/** Zooms and pans a picture by keys, buttons, wheel, double press, drag and pinch. */
export function useZoom(view: RefObject<HTMLElement | null>, image: RefObject<HTMLImageElement | null>) {
  const [zoom, setZoom] = useState<Zoom>(fitted);
  const fingers = useRef(new Map<number, Point>());

  const keep = (next: Zoom): Zoom => {
    const [frame, shown] = [view.current, image.current];
    if (!frame || !shown) return next;
    return withinView(
      next,
      { width: shown.offsetWidth, height: shown.offsetHeight },
      { width: frame.clientWidth, height: frame.clientHeight },
    );
  };
  const zoomBy = (factor: number, at: Point = { x: 0, y: 0 }) =>
    setZoom((now) => keep(zoomAt(now, factor, at)));
  const moveBy = (x: number, y: number) => setZoom((now) => keep({ ...now, x: now.x + x, y: now.y + y }));
  const fromCentre = (x: number, y: number): Point => ({
    x: x - window.innerWidth / 2,
    y: y - window.innerHeight / 2,
  });

  const onWheel = useEffectEvent((event: WheelEvent) => {
    // React's wheel listeners are passive; without preventDefault the page would zoom as well.
    event.preventDefault();
    zoomBy(Math.exp(-event.deltaY / 400), fromCentre(event.clientX, event.clientY));
  });
  useEffect(() => {
    const frame = view.current;
    const turn = (event: WheelEvent) => onWheel(event);
    frame?.addEventListener('wheel', turn, { passive: false });
    return () => frame?.removeEventListener('wheel', turn);
  }, [view]);

  const onKeyDown = ({ key }: { key: string }) => {
    const acts: Record<string, () => void> = {
      '+': () => zoomBy(stepFactor),
      '=': () => zoomBy(stepFactor),
      '-': () => zoomBy(1 / stepFactor),
      '0': () => setZoom(fitted),
      ArrowLeft: () => moveBy(arrowPx, 0),
      ArrowRight: () => moveBy(-arrowPx, 0),
      ArrowUp: () => moveBy(0, arrowPx),
      ArrowDown: () => moveBy(0, -arrowPx),
    };
    acts[key]?.();
  };

  const pointers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove({ pointerId, clientX, clientY }: PointerEvent) {
      if (!fingers.current.has(pointerId)) return;
      const before = [...fingers.current.values()];
      fingers.current.set(pointerId, { x: clientX, y: clientY });
      const after = [...fingers.current.values()];
      const [from, to] = [middle(before), middle(after)];
      moveBy(to.x - from.x, to.y - from.y);
      if (after.length === 2 && spread(before) > 0)
        zoomBy(spread(after) / spread(before), fromCentre(to.x, to.y));
    },
    onPointerUp: ({ pointerId }: PointerEvent) => void fingers.current.delete(pointerId),
    onPointerCancel: ({ pointerId }: PointerEvent) => void fingers.current.delete(pointerId),
    onDoubleClick({ clientX, clientY }: { clientX: number; clientY: number }) {
      if (zoom.scale > 1) setZoom(fitted);
      else zoomBy(doubleFactor, fromCentre(clientX, clientY));
    },
  };
  return {
    zoom,
    zoomIn: () => zoomBy(stepFactor),
    zoomOut: () => zoomBy(1 / stepFactor),
    onKeyDown,
    pointers,
  };
}
