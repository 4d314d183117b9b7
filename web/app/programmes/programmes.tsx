import { laterWords, t } from '@parlance/words/current';
import { lazy, Suspense } from 'react';
import { useLocation, useParams } from 'react-router';
import { Spinner } from '#ui/spinner';

// Lazy, because every page loads the imports of each route from the manifest.
const MemberPages = lazy(() => import('./member-pages'));
const OperatorPage = lazy(() => import('./operator/operator-page'));
const CertificatePage = lazy(() => import('./certificate/certificate-page'));

export const clientLoader = () => Promise.all([laterWords('programmes')]);

// Each page sets its title.
export const meta = () => [];

/** The screens of students and coordinators below /programmes, that of the operator, and the public page of a certificate. */
export default function Programmes() {
  const { code } = useParams();
  const { pathname } = useLocation();
  return (
    <Suspense fallback={<Spinner label={t('Loading...')} />}>
      {code ? (
        <CertificatePage code={code} />
      ) : pathname.startsWith('/admin') ? (
        <OperatorPage />
      ) : (
        <MemberPages />
      )}
    </Suspense>
  );
}
