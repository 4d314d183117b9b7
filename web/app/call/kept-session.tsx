import { t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Spinner } from '#ui/spinner';
import { SessionRecap } from './session-recap';
import { summaryQuery } from './sessions';

/** Talk time and notes of a past session, at any time after it. */
export function KeptSession(props: { scheduleSlotId: string; partnerName: string }) {
  const { scheduleSlotId, partnerName } = props;
  const { runtime, user } = useSignedIn();
  const { data, isError, refetch } = useQuery(summaryQuery(runtime.calls, user.userId, scheduleSlotId));
  if (data) return <SessionRecap summary={data} userId={user.userId} partnerName={partnerName} />;
  return isError ? (
    <Banner tone="danger" action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}>
      {t('Your sessions could not be loaded. Nothing was lost.')}
    </Banner>
  ) : (
    <Spinner label={t('Loading sessions...')} />
  );
}
