import type { Programme } from '@parlance/contract/programmes';
import { spoken, t } from '@parlance/words/current';
import { useMutation, useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { Link, useSearchParams } from 'react-router';
import { languageTitle } from '#languages/language-name';
import { failureMessage } from '#lib/failure-message';
import { pageCountOf, readPage } from '#lib/page-number';
import { saveFile } from '#lib/save-file';
import { Loaded, Part } from '#programmes/parts/page-frame';
import { pageSize, studentsQuery } from '#programmes/parts/programme-queries';
import { canJoin, hoursText } from '#programmes/parts/programme-words';
import { Table } from '#programmes/parts/table';
import { useSignedIn } from '#session/signed-in';
import { Button } from '#ui/button';
import { Pagination } from '#ui/pagination';
import { showToast } from '#ui/toast';
import { NoStudents } from './no-students';

/** The hours of all students. The file leaves this server, so the page says who is responsible for it. */
export function Attendance({ programme }: { programme: Programme }) {
  const { programmeId } = programme;
  const { calls } = useSignedIn().runtime;
  const [search] = useSearchParams();
  const page = readPage(search.get('page'), pageSize);
  const query = useQuery(
    studentsQuery(calls, { programmeId, limit: pageSize, offset: (page - 1) * pageSize }),
  );
  const exporting = useMutation({
    mutationFn: () => calls.exportProgramme({ programmeId, format: 'csv' }),
    onSuccess: (file) => saveFile('attendance.csv', file, 'text/csv'),
    onError: (error) =>
      showToast({ title: failureMessage(error, t('It did not work. Please try again.')), tone: 'danger' }),
  });
  return (
    <Part
      title={t('Attendance')}
      action={
        <Button busy={exporting.isPending} onClick={() => exporting.mutate()}>
          <Download aria-hidden="true" className="size-5" />
          {t('Export CSV')}
        </Button>
      }
    >
      <p className="max-w-reading text-ink-soft">
        {t(
          'The office is responsible for exported files: they are not erased here. Each export is recorded.',
        )}
      </p>
      <Loaded query={query}>
        {({ count, students }) => (
          <>
            {count === 0 ? (
              <NoStudents programme={programme}>
                {canJoin(programme) ? t('There are no students yet.') : t('Nobody has joined.')}
              </NoStudents>
            ) : (
              <Table
                head={[
                  t('Name'),
                  t('Hours'),
                  t('By language'),
                  t('Kept'),
                  t('Missed'),
                  t('Moved'),
                  t('Last session'),
                ]}
                rows={students.map(({ userId, name, hours, sessions, lastSessionAt }) => ({
                  key: userId,
                  cells: [
                    <Link
                      key="name"
                      to={`/programmes/${programmeId}/coordinate/students/${userId}`}
                      className="inline-flex min-h-11 max-w-full items-center underline underline-offset-4"
                    >
                      <bdi className="min-w-0 text-page-start">{name}</bdi>
                    </Link>,
                    t('{hours} of {needed}', {
                      hours: hoursText(hours.countedMinutes),
                      needed: hoursText(hours.neededMinutes),
                    }),
                    hours.languages
                      .map(({ languageCode, minutes }) =>
                        t('{language}: {hours}', {
                          language: languageTitle(languageCode),
                          hours: hoursText(minutes),
                        }),
                      )
                      .join(' · ') || '–',
                    spoken().number(sessions.kept),
                    spoken().number(sessions.missed),
                    spoken().number(sessions.moved),
                    lastSessionAt ? spoken().date(lastSessionAt, 'mediumDay') : '–',
                  ],
                }))}
              />
            )}
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
