import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { createQueryClient, queryClient } from '#lib/query-client';
import { ToastRegion } from '#ui/toast-region';
import { SessionGate } from './session-gate';

/** What every screen but the landing page stands in: page width, server state, toasts, a known session. */
export default function AppLayout() {
  // On the server one for each render: a shared one would show one page's data on the next.
  const [client] = useState(() => (import.meta.env.SSR ? createQueryClient() : queryClient));
  return (
    <QueryClientProvider client={client}>
      <div className="mx-auto w-full max-w-page px-4 py-8 sm:px-6 sm:py-10">
        <SessionGate>
          <Outlet />
        </SessionGate>
      </div>
      <ToastRegion />
    </QueryClientProvider>
  );
}
