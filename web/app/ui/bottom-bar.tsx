import { type ReactNode, useLayoutEffect, useRef } from 'react';

const heightVariable = '--bottom-bar';

/** Bar at the lower edge of the window. Floating elements are placed above its current height. */
export function BottomBar({ className, children }: { className: string; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const measure = () => style.setProperty(heightVariable, `${bar.current?.offsetHeight ?? 0}px`);
    measure();
    const growth = new ResizeObserver(measure);
    if (bar.current) growth.observe(bar.current);
    return () => {
      growth.disconnect();
      style.removeProperty(heightVariable);
    };
  }, []);
  return (
    <div ref={bar} className={className}>
      {children}
    </div>
  );
}
