import type { ResultOf } from '@parlance/contract/endpoint';
import type { getRound } from '@parlance/contract/programme-rounds';
import type { Programme } from '@parlance/contract/programmes';
import { counted, spoken, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useState } from 'react';
import { pageCountOf } from '#lib/page-number';
import { Empty } from '#programmes/parts/page-frame';
import { pageSize, useAct } from '#programmes/parts/programme-queries';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { FormDialog } from '#ui/form-dialog';
import { Pagination } from '#ui/pagination';
import { NoStudents } from './no-students';
import { PairRow } from './pair-row';
import type { RoundChanges } from './round-changes';
import { UnmatchedRow } from './unmatched-row';

interface RoundResultProps {
  programme: Programme;
  result: ResultOf<typeof getRound>;
  page: number;
  isCurrent: boolean;
  changes: RoundChanges;
  onChange: (changes: RoundChanges) => void;
}

/** The pairs of a round and the students who stay without one. */
export function RoundResult({ programme, result, page, isCurrent, changes, onChange }: RoundResultProps) {
  const { programmeId } = programme;
  const { round, pairs, left } = result;
  const { numbers, publishedAt, isOutdated, isOptimal } = round;
  const canChange = publishedAt === null;
  return (
    <div className="grid grid-cols-1 gap-8">
      <div role="status" className="grid gap-3">
        <p className="text-lg">
          {counted(numbers.pairs, '1 pair', '{count} pairs')} ·{' '}
          {counted(numbers.left, '1 student without a partner', '{count} students without a partner')}
        </p>
        {publishedAt && (
          <Banner tone="positive">
            {t('Published on {date}. Students have their partners.', {
              date: spoken().date(publishedAt, 'longDay'),
            })}
          </Banner>
        )}
        {canChange && isOutdated && (
          <Banner>{t('Students or settings have changed since. Try a new round to publish it.')}</Banner>
        )}
        {canChange && !isOptimal && (
          <p className="text-ink-soft">
            {t('The time was not enough for the best result; these are the best pairs found.')}
          </p>
        )}
        {changes.count > 0 && (
          <Banner>
            {counted(
              changes.count,
              '1 change takes effect with the next round.',
              '{count} changes take effect with the next round.',
            )}
          </Banner>
        )}
      </div>
      {canChange && numbers.pairs > 0 && (
        <Publish
          programmeId={programmeId}
          roundId={round.roundId}
          count={numbers.pairs}
          isReady={!isOutdated && changes.count === 0}
        />
      )}
      {numbers.pairs === 0 &&
        (numbers.left > 1 ? (
          <Empty>{t('No two students fit together.')}</Empty>
        ) : (
          <NoStudents programme={programme}>
            {numbers.left === 1
              ? t('Only one student is waiting for a partner. A pair needs two.')
              : t('No student is waiting for a partner.')}
          </NoStudents>
        ))}
      {/* The lists share the pages: on the last ones only the longer list has rows. */}
      {pairs.length > 0 && (
        <section className="grid grid-cols-1 gap-3">
          <h3 className="text-xl">{canChange ? t('Proposed pairs') : t(word('Pairs', 'of students'))}</h3>
          <ul className="grid grid-cols-1 gap-3">
            {pairs.map((pair) => (
              <PairRow
                key={`${pair.student.userId} ${pair.partner.userId}`}
                pair={pair}
                canChange={canChange}
                changes={changes}
                onChange={onChange}
              />
            ))}
          </ul>
        </section>
      )}
      {left.length > 0 && (
        <section className="grid grid-cols-1 gap-3">
          <h3 className="text-xl">{t('Without a partner')}</h3>
          <ul className="grid grid-cols-1">
            {left.map((one) => (
              <UnmatchedRow
                key={one.student.userId}
                programmeId={programmeId}
                unmatched={one}
                canChange={canChange}
                changes={changes}
                onChange={onChange}
              />
            ))}
          </ul>
        </section>
      )}
      <Pagination
        page={page}
        pageCount={pageCountOf(Math.max(numbers.pairs, numbers.left), pageSize)}
        isCurrent={isCurrent}
        linkTo={(number) => ({ search: `page=${number}` })}
      />
    </div>
  );
}

interface PublishProps {
  programmeId: string;
  roundId: string;
  count: number;
  isReady: boolean;
}

function Publish({ programmeId, roundId, count, isReady }: PublishProps) {
  const { calls } = useSignedIn().runtime;
  const act = useAct();
  const [isOpen, setOpen] = useState(false);
  const label = counted(count, 'Publish 1 pair', 'Publish {count} pairs');
  return (
    <div>
      <Button variant="primary" disabled={!isReady} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <FormDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={label}
        description={t(
          'Every student gets an email: with the partner, or with the reason why there is none yet. This cannot be undone.',
        )}
        submit={label}
        submitting={t('Publishing...')}
        act={async () => {
          await act(calls.publishRound({ programmeId, roundId }), t('The pairs are published.'));
          // The pressed button has disappeared.
          document.getElementById('main')?.focus({ preventScroll: true });
        }}
      />
    </div>
  );
}
