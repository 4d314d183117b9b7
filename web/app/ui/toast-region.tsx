import { lazy, Suspense } from 'react';
import { whenIdle } from '#lib/when-idle';

// No screen opens with a toast, and what draws them weighs more than many a screen.
const LoadedToastRegion = lazy(() => whenIdle().then(() => import('./loaded-toast-region')));

/** The place where toasts appear; once, in the layout of the screens that use showToast. */
export function ToastRegion() {
  return (
    <Suspense>
      <LoadedToastRegion />
    </Suspense>
  );
}
