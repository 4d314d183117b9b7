import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { queryClient } from '#lib/query-client';
import { SessionGate } from '#session/guards/session-gate';
import { ToastRegion } from '#ui/toast-region';

/** What every screen but the landing page stands in: page width, server state, toasts, a known session. */
export default function AppLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <div className="mx-auto w-full max-w-page px-4 py-8 sm:px-6 sm:py-10">
        <SessionGate>
          <Outlet />
        </SessionGate>
      </div>
      <ToastRegion />
    </QueryClientProvider>
  );
}
