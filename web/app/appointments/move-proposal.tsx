import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureMessage } from '#lib/failure-message';
import { readAgain } from '#lib/read-again';
import { sentence } from '#lib/sentence';
import { nameOf } from '#people/person-name';
import { scheduleKey } from '#schedule/schedule-queries';
import { SessionTimes } from '#schedule/session-times';
import { dayHeading } from '#schedule/time-text';
import { viewerZone } from '#schedule/viewer-zone';
import { dayAt } from '#schedule/zoned-time';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { showToast } from '#ui/toast';
import type { RescheduleProps } from './chosen-time';

interface MoveProposalProps extends RescheduleProps {
  startsAt: Date;
  isProminent: boolean;
}

/** Another time that the owner suggests: the guest answers, the owner sees that it waits. */
export function MoveProposal(props: MoveProposalProps) {
  const { session, partner, startsAt, isProminent, onMoved } = props;
  const { runtime, user } = useSignedIn();
  const cache = useQueryClient();
  const { scheduleSlotId, duration } = session;
  const name = nameOf(partner);
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (accept: boolean) => runtime.calls.answerMove({ scheduleSlotId, accept }),
    onSuccess: (_, accept) => {
      showToast({
        title: accept
          ? t('Moved. We are telling {name}.', { name })
          : t('Declined. We are telling {name}.', { name }),
      });
      // The pressed button goes with the suggestion.
      onMoved();
    },
    onSettled: () => readAgain(cache, scheduleKey),
  });
  const named = { name: <bdi>{name}</bdi> };
  const isOwner = session.userId === user.userId;
  return (
    <div className="grid gap-3 rounded-md border border-line-strong bg-sunken p-4">
      <div role="status" className="grid gap-1">
        <p>
          {isOwner
            ? sentence('You suggested another time. {name} has not answered yet.', named)
            : sentence('{name} suggests another time:', named)}
        </p>
        <p className="font-semibold wrap-anywhere">
          <span className="block first-letter:uppercase">
            {dayHeading(dayAt(viewerZone(), startsAt.getTime()))}
          </span>
          <SessionTimes slot={{ startsAt, duration }} partner={partner} />
        </p>
      </div>
      {!isOwner && (
        <div className="flex flex-wrap gap-2">
          <Button
            variant={isProminent ? 'primary' : 'secondary'}
            busy={isPending && variables}
            disabled={isPending}
            onClick={() => mutate(true)}
          >
            {t(word('Accept', 'another time'))}
          </Button>
          <Button busy={isPending && !variables} disabled={isPending} onClick={() => mutate(false)}>
            {t(word('Decline', 'another time'))}
          </Button>
        </div>
      )}
      {error && (
        <Banner tone="danger">{failureMessage(error, t('It did not work. Please try again.'))}</Banner>
      )}
    </div>
  );
}
