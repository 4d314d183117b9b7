import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { createQueryClient, queryClient } from '#lib/query-client';
import { ToastRegion } from '#ui/toast-region';
import { SessionGate } from './session-gate';

/** Layout of all screens but the landing page: page width, query cache, toasts and session gate. */
export default function AppLayout() {
  // One client per server render: a shared one would leak data between pages.
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
