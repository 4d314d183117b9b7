import { type Programme, placeStatuses } from '@parlance/contract/programmes';
import { counted, t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { languageTitle } from '#languages/language-name';
import { pageCountOf, readPage } from '#lib/page-number';
import { Empty, Loaded, Part } from '#programmes/parts/page-frame';
import { pageSize, studentsQuery } from '#programmes/parts/programme-queries';
import { canJoin } from '#programmes/parts/programme-words';
import { Table } from '#programmes/parts/table';
import { useSignedIn } from '#session/signed-in';
import { Field } from '#ui/field';
import { Pagination } from '#ui/pagination';
import { Select } from '#ui/select';
import { TextInput } from '#ui/text-input';
import { Invitations } from './invitations';
import { languagesText, partnersText, statusWords } from './student-words';

/** The students with a filter, which the address holds, and the invitations. */
export function Students({ programme }: { programme: Programme }) {
  const { programmeId } = programme;
  const { calls } = useSignedIn().runtime;
  const [search, setSearch] = useSearchParams();
  const page = readPage(search.get('page'), pageSize);
  const query = search.get('query') ?? '';
  const status = placeStatuses.find((one) => one === search.get('status'));
  const languageCode = programme.languages.find((code) => code === search.get('language'));
  const students = useQuery(
    studentsQuery(calls, {
      programmeId,
      limit: pageSize,
      offset: (page - 1) * pageSize,
      ...(query && { query }),
      ...(status && { status }),
      ...(languageCode && { languageCode }),
    }),
  );
  const filter = (name: string, value: string) =>
    setSearch(
      (present) => {
        present.delete('page');
        if (value === '') present.delete(name);
        else present.set(name, value);
        return present;
      },
      { replace: true, preventScrollReset: true },
    );
  const isFiltered = Boolean(query || status || languageCode);
  return (
    <div className="grid grid-cols-1 gap-10">
      <Invitations programme={programme} />
      <Part title={t('Students')}>
        <search className="grid gap-4 sm:grid-cols-3">
          <Field label={t('Name or student number')}>
            <TextInput type="search" value={query} onChange={({ target }) => filter('query', target.value)} />
          </Field>
          <Field label={t('Partner')}>
            <Select value={status ?? ''} onChange={({ target }) => filter('status', target.value)}>
              <option value="">{t('All students')}</option>
              {placeStatuses.map((one) => (
                <option key={one} value={one}>
                  {t(statusWords[one])}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t('Language')}>
            <Select value={languageCode ?? ''} onChange={({ target }) => filter('language', target.value)}>
              <option value="">{t('All languages')}</option>
              {programme.languages.map((code) => (
                <option key={code} value={code}>
                  {languageTitle(code)}
                </option>
              ))}
            </Select>
          </Field>
        </search>
        <Loaded query={students}>
          {({ count, students: listed }) => (
            <>
              <p role="status" className="text-ink-soft">
                {counted(count, '1 student', '{count} students')}
              </p>
              {count === 0 ? (
                <Empty>
                  {isFiltered
                    ? t('No student fits this filter.')
                    : canJoin(programme)
                      ? t('Nobody has joined yet. Create an invitation link and send it to your students.')
                      : t('Nobody has joined.')}
                </Empty>
              ) : (
                <Table
                  hasTexts
                  head={[t('Name'), t('Speaks'), t('Learns'), t('Partner')]}
                  rows={listed.map((student) => ({
                    key: student.userId,
                    cells: [
                      <Link
                        key="name"
                        to={`/programmes/${programmeId}/coordinate/students/${student.userId}`}
                        className="inline-flex min-h-11 max-w-full items-center underline underline-offset-4"
                      >
                        <bdi className="min-w-0 text-page-start">{student.name}</bdi>
                      </Link>,
                      languagesText(student.offers),
                      languagesText(student.seeks),
                      partnersText(student) ?? t(statusWords[student.status]),
                    ],
                  }))}
                />
              )}
              <Pagination
                page={page}
                pageCount={pageCountOf(count, pageSize)}
                isCurrent={!students.isFetching}
                linkTo={(number) => {
                  const next = new URLSearchParams(search);
                  next.set('page', String(number));
                  return { search: next.toString() };
                }}
              />
            </>
          )}
        </Loaded>
      </Part>
    </div>
  );
}
