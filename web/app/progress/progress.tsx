import { t } from '@parlance/words/current';
import { lazy, Suspense } from 'react';
import { pageTitle } from '#lib/brand';
import { Spinner } from '#ui/spinner';

// Apart from the route: every page loads the list of what each route imports.
const ProgressPage = lazy(() => import('./progress-page'));

export const meta = () => [{ title: pageTitle(t('Your progress')) }];

export default function Progress() {
  return (
    <Suspense fallback={<Spinner label={t('Loading your progress...')} />}>
      <ProgressPage />
    </Suspense>
  );
}
