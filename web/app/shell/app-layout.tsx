import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { queryClient } from '#lib/query-client';
import { ToastRegion } from '#ui/toast-region';
import { SessionGate } from './session-gate';

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
