import { type CSSProperties, type PointerEvent, useRef, useState } from 'react';
import { isRightToLeft } from '#lib/page-direction';

/** Minimum distance, and the minimum ratio of horizontal to vertical movement. */
const farPx = 80;
const flatness = 1.5;

interface SwipeOptions {
  isOn: boolean;
  /** Against the reading direction. */
  onBack: () => void;
  onForth: () => void;
}

/** Horizontal swipe on a card; vertical scrolling cancels it. */
export function useSwipe({ isOn, onBack, onForth }: SwipeOptions) {
  const start = useRef<{ x: number; y: number; id: number } | null>(null);
  const [shift, setShift] = useState(0);
  const end = () => {
    start.current = null;
    setShift(0);
  };
  return {
    style: (shift === 0
      ? { transition: 'translate var(--default-transition-duration)' }
      : { translate: `${shift}px`, userSelect: 'none' }) satisfies CSSProperties,
    handlers: {
      onPointerDown({ pointerType, isPrimary, clientX, clientY, pointerId }: PointerEvent) {
        if (isOn && pointerType === 'touch' && isPrimary) {
          start.current = { x: clientX, y: clientY, id: pointerId };
        }
      },
      onPointerMove({ clientX, clientY, pointerId }: PointerEvent) {
        if (start.current?.id !== pointerId) return;
        const [dx, dy] = [clientX - start.current.x, clientY - start.current.y];
        setShift(Math.abs(dx) > Math.abs(dy) * flatness ? dx : 0);
      },
      onPointerUp({ clientX, clientY, pointerId }: PointerEvent) {
        const begun = start.current;
        end();
        if (begun?.id !== pointerId) return;
        const [dx, dy] = [clientX - begun.x, clientY - begun.y];
        if (Math.abs(dx) < farPx || Math.abs(dx) < Math.abs(dy) * flatness) return;
        if (dx > 0 !== isRightToLeft()) onForth();
        else onBack();
      },
      onPointerCancel: end,
    },
  };
}
