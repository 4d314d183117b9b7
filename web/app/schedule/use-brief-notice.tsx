import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Banner } from '#ui/banner';

/** Duration of a slot's error notice (docs/specification/schedule.md#availability-calendar). */
const noticeVisibleMs = 4000;

/** Notice that disappears by itself. */
export function useBriefNotice(): { notice: ReactNode; showNotice: (message: string) => void } {
  // A new object each time restarts the timer, even for the same message.
  const [shown, setShown] = useState<{ message: string } | null>(null);
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(null), noticeVisibleMs);
    return () => clearTimeout(timer);
  }, [shown]);
  const showNotice = useCallback((message: string) => setShown({ message }), []);
  const notice = shown && (
    <div className="rounded-md shadow-floating">
      <Banner tone="danger" onDismiss={() => setShown(null)}>
        {shown.message}
      </Banner>
    </div>
  );
  return { notice, showNotice };
}
