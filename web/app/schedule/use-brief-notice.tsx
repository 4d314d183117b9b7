import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Banner } from '#ui/banner';

/** How long the error of a slot stays (docs/specification/schedule.md#availability-calendar). */
const noticeVisibleMs = 4000;

/** A problem in words that goes by itself. */
export function useBriefNotice(): { notice: ReactNode; showNotice: (message: string) => void } {
  // An object for each, so that the same words twice are shown for four more seconds.
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
