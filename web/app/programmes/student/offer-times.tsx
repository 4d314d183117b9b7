import type { Place } from '@parlance/contract/programmes';
import { weeklyHoursMax } from '@parlance/contract/weekly-hours';
import { t } from '@parlance/words/current';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { failureMessage } from '#lib/failure-message';
import { useAct } from '#programmes/parts/programme-queries';
import { scheduleKey, weeklyHoursQuery } from '#schedule/schedule-queries';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { showToast } from '#ui/toast';

/** Offers the free times of the place for booking: without times that one of the two offers, partners cannot book a session. */
export function OfferTimes({ place: { timeZone, freeHours } }: { place: Place }) {
  const { runtime, user } = useSignedIn();
  const { calls } = runtime;
  const act = useAct();
  const cache = useQueryClient();
  const { data } = useQuery(weeklyHoursQuery(calls, user.userId));
  const offer = useMutation({
    mutationFn: async () => {
      if (!data) return;
      const { isFull: _, ...hours } = data;
      // Free times are whole half hours: any that suits both contains such a session.
      const rules = freeHours.slice(0, weeklyHoursMax.rules).map((range) => ({ ...range, duration: 30 }));
      await act(calls.setWeeklyHours({ ...hours, timeZone, rules }), t('Your free times are offered.'));
      // The pressed button disappears.
      document.getElementById('main')?.focus({ preventScroll: true });
      await cache.invalidateQueries({ queryKey: scheduleKey });
    },
    onError: (error) =>
      showToast({ title: failureMessage(error, t('It did not work. Please try again.')), tone: 'danger' }),
  });
  if (data?.rules.length !== 0 || freeHours.length === 0) return null;
  return (
    <Banner
      action={
        <Button busy={offer.isPending} onClick={() => offer.mutate()}>
          {t('Offer my free times')}
        </Button>
      }
    >
      {t(
        'Your partner can book a session in times that you offer, and you offer no weekly times yet. Other members can book them, too, as your settings allow.',
      )}
    </Banner>
  );
}
