import type { ProgrammeOverview } from '@parlance/contract/programme-care';
import type { Programme } from '@parlance/contract/programmes';
import { spoken, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { languageTitle } from '#languages/language-name';
import { Loaded, Part } from '#programmes/parts/page-frame';
import { overviewQuery } from '#programmes/parts/programme-queries';
import { hoursText } from '#programmes/parts/programme-words';
import { Table } from '#programmes/parts/table';
import { useSignedIn } from '#session/signed-in';
import { NextStep } from './next-step';
import { ProgrammeSettings } from './programme-settings';

type Numbers = Exclude<keyof ProgrammeOverview, 'minutes' | 'languages'>;

const numberWords = {
  students: word('Students'),
  pairs: word('Pairs', 'of students'),
  paired: word('With a partner'),
  waiting: word('Without a partner'),
  atRisk: word('At risk', 'students who may not reach their hours'),
  certificates: word('Certificates'),
} satisfies Record<Numbers, string>;
const numberNames = Object.keys(numberWords) as Numbers[];
const keptNames: Numbers[] = ['students', 'pairs'];
/** Screens that list what a number counts. */
const lists: Partial<Record<Numbers, string>> = { students: 'students', atRisk: 'at-risk' };

/** The numbers of a programme, the next step and its settings. */
export function Overview({ programme }: { programme: Programme }) {
  const { calls } = useSignedIn().runtime;
  const query = useQuery(overviewQuery(calls, programme.programmeId));
  const isErased = programme.state === 'erased';
  return (
    <div className="grid grid-cols-1 gap-10">
      <NextStep programme={programme} />
      <Loaded query={query}>
        {(overview) => (
          <>
            <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-6">
              {(isErased ? keptNames : numberNames).map((name) => (
                <div key={name} className="flex flex-col-reverse justify-end">
                  <dt className="text-sm text-ink-soft">{t(numberWords[name])}</dt>
                  <dd className="font-display text-3xl tabular-nums">
                    {lists[name] && !isErased ? (
                      <Link
                        to={`/programmes/${programme.programmeId}/coordinate/${lists[name]}`}
                        className="underline decoration-1 underline-offset-4"
                      >
                        {spoken().number(overview[name])}
                        <span className="sr-only"> {t(numberWords[name])}</span>
                      </Link>
                    ) : (
                      spoken().number(overview[name])
                    )}
                  </dd>
                </div>
              ))}
            </dl>
            <Part title={t('By language')}>
              <Table
                head={[t('Language'), ...(isErased ? [] : [t('Offer it'), t('Seek it')]), t('Hours')]}
                rows={overview.languages.map(({ languageCode, offered, sought }) => ({
                  key: languageCode,
                  cells: [
                    languageTitle(languageCode),
                    ...(isErased ? [] : [spoken().number(offered), spoken().number(sought)]),
                    hoursText(
                      overview.minutes.find((each) => each.languageCode === languageCode)?.minutes ?? 0,
                    ),
                  ],
                }))}
              />
            </Part>
          </>
        )}
      </Loaded>
      <ProgrammeSettings programme={programme} />
    </div>
  );
}
