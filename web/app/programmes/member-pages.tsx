import { t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { pageTitle } from '#lib/brand';
import { useSignedIn } from '#session/signed-in';
import { Badge } from '#ui/badge';
import { Empty, Loaded } from './parts/page-frame';
import { ownProgrammesQuery } from './parts/programme-queries';
import { stateWords } from './parts/programme-words';

const StudentPage = lazy(() => import('./student/student-page'));
const JoinPage = lazy(() => import('./join/join-page'));
const CoordinatePages = lazy(() => import('./coordinate/coordinate-pages'));

/** The screens below /programmes. Nested routes would add to the list of routes or the router, which every page loads. */
export default function MemberPages() {
  const [programmeId, screen, ...rest] = (useParams()['*'] ?? '').split('/');
  if (!programmeId) return <OwnProgrammes />;
  if (screen === undefined) return <StudentPage programmeId={programmeId} />;
  if (screen === 'join') return <JoinPage programmeId={programmeId} />;
  if (screen === 'coordinate') return <CoordinatePages programmeId={programmeId} path={rest} />;
  return <Navigate to={`/programmes/${programmeId}`} replace />;
}

/** The target of the navigation: the only programme at once, several as a list. */
function OwnProgrammes() {
  const { calls } = useSignedIn().runtime;
  return (
    <Loaded query={useQuery(ownProgrammesQuery(calls))}>
      {({ programmes }) =>
        programmes[0] && programmes.length === 1 ? (
          <Navigate to={`/programmes/${programmes[0].programmeId}`} replace />
        ) : (
          <div className="grid grid-cols-1 gap-6">
            <title>{pageTitle(t('My programmes'))}</title>
            <h1 className="text-title">{t('My programmes')}</h1>
            {programmes.length === 0 && (
              <Empty>{t('You are in no programme. To join one, open the link that you were sent.')}</Empty>
            )}
            <ul className="grid gap-3">
              {programmes.map(({ programmeId, name, office, state }) => (
                <li key={programmeId} className="grid gap-1 rounded-lg border border-line bg-surface p-4">
                  <div className="flex flex-wrap items-center gap-3">
                    <Link
                      to={`/programmes/${programmeId}`}
                      className="flex min-h-11 items-center text-lg font-semibold underline underline-offset-4"
                    >
                      <bdi>{name}</bdi>
                    </Link>
                    <Badge>{t(stateWords[state])}</Badge>
                  </div>
                  <p dir="auto" className="text-page-start text-ink-soft">
                    {office}
                  </p>
                </li>
              ))}
            </ul>
          </div>
        )
      }
    </Loaded>
  );
}
