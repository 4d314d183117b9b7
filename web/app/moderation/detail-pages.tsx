import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { Spinner } from '#ui/spinner';

// Lazy, because every page loads the imports of each route from the manifest.
const ReportPage = lazy(() => import('./report-page'));
const PersonPage = lazy(() => import('./person-page'));

// Each page sets its title.
export const meta = () => [];

/** One report or one member. */
export default function DetailPages() {
  const { reportId } = useParams();
  return <Suspense fallback={<Spinner />}>{reportId ? <ReportPage /> : <PersonPage />}</Suspense>;
}
