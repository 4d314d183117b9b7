import type { Programme } from '@parlance/contract/programmes';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from 'react-router';
import { pageTitle } from '#lib/brand';
import { classNames } from '#lib/class-names';
import { Loaded } from '#programmes/parts/page-frame';
import { programmeQuery } from '#programmes/parts/programme-queries';
import { stateWords } from '#programmes/parts/programme-words';
import { useSignedIn } from '#session/signed-in';
import { Badge } from '#ui/badge';
import { AtRisk } from './at-risk';
import { Attendance } from './attendance';
import { Matching } from './matching';
import { Messages } from './messages';
import { Overview } from './overview';
import { StudentDetail } from './student-detail';
import { Students } from './students';

const tabs = [
  { path: '', label: word('Overview', 'of a programme') },
  { path: 'students', label: word('Students') },
  { path: 'matching', label: word('Matching', 'choosing partners for students') },
  { path: 'attendance', label: word('Attendance', 'hours of students') },
  { path: 'at-risk', label: word('At risk', 'students who may not reach their hours') },
  { path: 'messages', label: word('Messages to students') },
] as const;

/** The screens of a coordinator; others are sent to their own. */
export default function CoordinatePages({ programmeId, path }: { programmeId: string; path: string[] }) {
  const { calls } = useSignedIn().runtime;
  return (
    <Loaded query={useQuery(programmeQuery(calls, programmeId))}>
      {({ programme, role }) =>
        role === 'coordinator' ? (
          <Pages programme={programme} path={path} />
        ) : (
          <Navigate to={`/programmes/${programmeId}`} replace />
        )
      }
    </Loaded>
  );
}

function Pages({ programme, path }: { programme: Programme; path: string[] }) {
  const { programmeId, name, state } = programme;
  // After the erasure there is nothing left to list, to export or to write to.
  const isErased = state === 'erased';
  const [part = '', userId] = isErased ? [] : path;
  const base = `/programmes/${programmeId}/coordinate`;
  const screen = tabs.find(({ path }) => path !== '' && path === part);
  return (
    <div className="grid grid-cols-1 gap-8">
      <title>{pageTitle(screen ? `${t(screen.label)} · ${name}` : name)}</title>
      <header className="grid gap-3">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 dir="auto" className="text-page-start text-title wrap-anywhere">
            {name}
          </h1>
          <Badge>{t(stateWords[state])}</Badge>
        </div>
        <nav aria-label={t('Parts of the programme')} hidden={isErased} className="border-b border-line">
          <ul className="-mb-px flex flex-wrap gap-x-6">
            {tabs.map(({ path, label }) => (
              <li key={path}>
                <Link
                  to={path === '' ? base : `${base}/${path}`}
                  aria-current={path === part ? 'page' : undefined}
                  className={classNames(
                    'flex min-h-11 items-center border-b-2 border-transparent font-medium text-ink-soft hover:text-ink',
                    'aria-[current]:border-ink aria-[current]:text-ink',
                  )}
                >
                  {t(label)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      {part === '' && <Overview programme={programme} />}
      {part === 'students' &&
        (userId ? (
          <StudentDetail programme={programme} userId={userId} />
        ) : (
          <Students programme={programme} />
        ))}
      {part === 'matching' && <Matching programme={programme} />}
      {part === 'attendance' && <Attendance programme={programme} />}
      {part === 'at-risk' && <AtRisk programme={programme} />}
      {part === 'messages' && <Messages programme={programme} />}
    </div>
  );
}
