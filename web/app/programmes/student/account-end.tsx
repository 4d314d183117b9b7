import { t } from '@parlance/words/current';
import { useMutation } from '@tanstack/react-query';
import { failureMessage } from '#lib/failure-message';
import { useFocusHandedOn } from '#lib/use-focus-handed-on';
import { Part } from '#programmes/parts/page-frame';
import { useAct } from '#programmes/parts/programme-queries';
import { dayText } from '#programmes/parts/programme-words';
import { useSignedIn } from '#session/signed-in';
import { Button } from '#ui/button';
import { showToast } from '#ui/toast';

interface AccountEndProps {
  programmeId: string;
  day: string;
  isKept: boolean;
}

/** The end of the account together with the programme, which the student can prevent. */
export function AccountEnd({ programmeId, day, isKept }: AccountEndProps) {
  const { calls } = useSignedIn().runtime;
  const act = useAct();
  // The pressed button disappears.
  const words = useFocusHandedOn<HTMLParagraphElement>(isKept);
  const keep = useMutation({
    mutationFn: () => act(calls.keepAccount({ programmeId }), t('Your account stays.')),
    onError: (error) =>
      showToast({ title: failureMessage(error, t('It did not work. Please try again.')), tone: 'danger' }),
  });
  return (
    <Part title={t('Your account')}>
      {/* The same element before and after, so that the change is announced. */}
      <p ref={words} role="status" tabIndex={-1} className="max-w-reading outline-none">
        {isKept
          ? t('Your account stays after the programme is erased.')
          : t('Your account is deleted together with the programme on {date}.', { date: dayText(day) })}
      </p>
      {!isKept && (
        <div>
          <Button variant="primary" busy={keep.isPending} onClick={() => keep.mutate()}>
            {t('Keep my account')}
          </Button>
        </div>
      )}
    </Part>
  );
}
