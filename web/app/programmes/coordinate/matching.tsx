import type { Programme } from '@parlance/contract/programmes';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { failureMessage } from '#lib/failure-message';
import { readPage } from '#lib/page-number';
import { Empty, Loaded, Part } from '#programmes/parts/page-frame';
import { lastRoundQuery, pageSize, roundQuery, useAct } from '#programmes/parts/programme-queries';
import { dayText } from '#programmes/parts/programme-words';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { LinkButton } from '#ui/link-button';
import { Spinner } from '#ui/spinner';
import { noChanges, type RoundChanges } from './round-changes';
import { RoundResult } from './round-result';

/** Tries rounds, shows their pairs and publishes one. Until then students see nothing. */
export function Matching({ programme }: { programme: Programme }) {
  const { programmeId, state, eraseOn } = programme;
  const { calls } = useSignedIn().runtime;
  const canTry = state === 'matching' || state === 'published' || state === 'running';
  const last = useQuery(lastRoundQuery(calls, programmeId));
  // A round is deleted after 30 days, so an ended programme often has none.
  if (state === 'closed' && last.data === null)
    return (
      <Empty>
        {t('The term has ended. Everything here is deleted on {date}.', { date: dayText(eraseOn) })}
      </Empty>
    );
  if ((state === 'draft' || state === 'registration') && !last.data)
    return (
      <Empty
        action={
          <LinkButton to={`/programmes/${programmeId}/coordinate`}>
            {t(word('Overview', 'of a programme'))}
          </LinkButton>
        }
      >
        {t('Close registration first. Then you can try a round here.')}
      </Empty>
    );
  return (
    <Loaded query={last}>
      {(round) => <Rounds programme={programme} roundId={round?.roundId ?? null} canTry={canTry} />}
    </Loaded>
  );
}

interface RoundsProps {
  programme: Programme;
  roundId: string | null;
  canTry: boolean;
}

function Rounds({ programme, roundId, canTry }: RoundsProps) {
  const { programmeId } = programme;
  const { calls } = useSignedIn().runtime;
  const act = useAct();
  const [search] = useSearchParams();
  const page = readPage(search.get('page'), pageSize);
  const { data, error, refetch, isFetching } = useQuery({
    ...roundQuery(calls, programmeId, roundId ?? '', page),
    enabled: roundId !== null,
  });
  const [made, setMade] = useState<{ roundId: string | null; changes: RoundChanges } | null>(null);
  // The changes of another round have taken effect with this one.
  const changes = made?.roundId === roundId ? made.changes : noChanges;
  const isWorking = data?.round.state === 'working';
  // Published pairs exist already: to lock them again would be refused.
  const locked = data && data.round.publishedAt === null ? data.locked : [];
  const attempt = useMutation({
    // A round is worked out with the locked and separated pairs of the one before and the new changes.
    mutationFn: () => act(calls.startRound({ programmeId, ...changes.appliedTo(locked, data?.apart ?? []) })),
  });
  const canPublish = data && data.round.publishedAt === null && !data.round.isOutdated && changes.count === 0;
  return (
    <Part
      title={t('Rounds')}
      action={
        canTry && (
          <Button
            variant={canPublish ? 'secondary' : 'primary'}
            busy={attempt.isPending || isWorking}
            onClick={() => attempt.mutate()}
          >
            {changes.count > 0 ? t('Try a round with the changes') : t('Try a round')}
          </Button>
        )
      }
    >
      {attempt.isError && (
        <Banner tone="danger">
          {failureMessage(attempt.error, t('It did not work. Please try again.'))}
        </Banner>
      )}
      {roundId === null && (
        <Empty>
          {t(
            'A round proposes pairs for all students without a partner. You can change them before anyone is told.',
          )}
        </Empty>
      )}
      {error && !data && (
        <Banner tone="danger" action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}>
          {failureMessage(error, t('This page could not be loaded. Nothing was changed.'))}
        </Banner>
      )}
      {isWorking && (
        <Spinner label={t('Pairs are being worked out. With many students this takes up to two minutes.')} />
      )}
      {data?.round.state === 'failed' && (
        <Banner tone="danger">{t('The round could not be worked out. Please try it again.')}</Banner>
      )}
      {data?.round.state === 'done' && (
        <RoundResult
          key={roundId}
          programme={programme}
          result={data}
          page={page}
          isCurrent={!isFetching}
          changes={changes}
          onChange={(changes) => setMade({ roundId, changes })}
        />
      )}
    </Part>
  );
}
