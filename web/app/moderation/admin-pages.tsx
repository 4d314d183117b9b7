import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { Spinner } from '#ui/spinner';

// Lazy, because every page loads the imports of each route from the manifest.
const pages = {
  cases: lazy(() => import('./cases-page')),
  audit: lazy(() => import('./audit-page')),
  report: lazy(() => import('./report-page')),
  user: lazy(() => import('./person-page')),
  queue: lazy(() => import('./report-queue')),
};

// Each page sets its title.
export const meta = () => [];

/** The pages below /admin, by the second part of the address. */
export default function AdminPages() {
  const [, , part = ''] = useLocation().pathname.split('/');
  const Page = Object.hasOwn(pages, part) ? pages[part as keyof typeof pages] : pages.queue;
  return (
    <Suspense fallback={<Spinner />}>
      <Page />
    </Suspense>
  );
}
