import type { Programme } from '@parlance/contract/programmes';
import { spoken, t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { pageCountOf, readPage } from '#lib/page-number';
import { Empty, Loaded, Part } from '#programmes/parts/page-frame';
import { pageSize, studentsQuery } from '#programmes/parts/programme-queries';
import { hoursText } from '#programmes/parts/programme-words';
import { useSignedIn } from '#session/signed-in';
import { Badge } from '#ui/badge';
import { LinkButton } from '#ui/link-button';
import { Pagination } from '#ui/pagination';
import { riskWords, statusWords } from './student-words';

/** Page of students at risk, with the reasons. */
export function AtRisk({ programme: { programmeId } }: { programme: Programme }) {
  const { calls } = useSignedIn().runtime;
  const [search] = useSearchParams();
  const page = readPage(search.get('page'), pageSize);
  const query = useQuery(
    studentsQuery(calls, { programmeId, atRisk: true, limit: pageSize, offset: (page - 1) * pageSize }),
  );
  const base = `/programmes/${programmeId}/coordinate`;
  return (
    <Part
      title={t('Students who may need help')}
      action={
        Boolean(query.data?.count) && (
          <LinkButton to={`${base}/messages?to=at-risk`}>{t('Write to all of them')}</LinkButton>
        )
      }
    >
      <Loaded query={query}>
        {({ count, students }) => (
          <>
            {count === 0 && <Empty>{t('Nobody is at risk.')}</Empty>}
            <ul className="grid grid-cols-1 gap-3">
              {students.map(({ userId, name, status, risks, hours, help, lastSessionAt }) => (
                <li
                  key={userId}
                  className="grid grid-cols-1 gap-2 rounded-lg border border-line bg-surface p-4"
                >
                  <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
                    <Link
                      to={`${base}/students/${userId}`}
                      className="inline-flex min-h-11 max-w-full items-center text-lg font-semibold underline underline-offset-4"
                    >
                      <bdi className="min-w-0 text-page-start wrap-anywhere">{name}</bdi>
                    </Link>
                    {risks.map((risk) => (
                      <Badge key={risk} tone="danger">
                        {t(riskWords[risk])}
                      </Badge>
                    ))}
                  </div>
                  <p className="text-sm text-ink-soft">
                    {/* Without a partner there can be no session: another round helps, not a reminder. */}
                    {status !== 'paired' && `${t(statusWords[status])} · `}
                    {t('{hours} of {needed}', {
                      hours: hoursText(hours.countedMinutes),
                      needed: hoursText(hours.neededMinutes),
                    })}
                    {lastSessionAt &&
                      ` · ${t('Last session: {date}', { date: spoken().date(lastSessionAt, 'longDay') })}`}
                  </p>
                  {help[0]?.text && (
                    <p dir="auto" className="text-page-start wrap-anywhere whitespace-pre-wrap">
                      {help[0].text}
                    </p>
                  )}
                </li>
              ))}
            </ul>
            <Pagination
              page={page}
              pageCount={pageCountOf(count, pageSize)}
              isCurrent={!query.isFetching}
              linkTo={(number) => ({ search: `page=${number}` })}
            />
          </>
        )}
      </Loaded>
    </Part>
  );
}
