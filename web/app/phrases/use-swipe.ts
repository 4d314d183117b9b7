import { type CSSProperties, type PointerEvent, useRef, useState } from 'react';
import { isRightToLeft } from '#lib/page-direction';

/** How far a finger has to go, and how much flatter than steep. */
const farPx = 80;
const flatness = 1.5;

interface SwipeOptions {
  isOn: boolean;
  /** Against the direction of reading. */
  onBack: () => void;
  onForth: () => void;
}

/** Hears a finger that moves a card to the side; one that scrolls is let go. */
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
