import { t } from '@parlance/words/current';
import { lazy, Suspense } from 'react';
import { pageTitle } from '#lib/brand';
import { Spinner } from '#ui/spinner';

// Lazy, because every page loads the imports of each route from the manifest.
const ProgressPage = lazy(() => import('./progress-page'));

export const meta = () => [{ title: pageTitle(t('Your progress')) }];

export default function Progress() {
  return (
    <Suspense fallback={<Spinner label={t('Loading your progress...')} />}>
      <ProgressPage />
    </Suspense>
  );
}
