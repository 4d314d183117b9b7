import { counted } from '@parlance/words/current';
import { useSyncExternalStore } from 'react';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { reviewOutbox } from './review-outbox';

/** Notice that reviews wait for a connection. */
export function PendingReviews() {
  const { runtime, user } = useSignedIn();
  const outbox = reviewOutbox(user.userId, runtime.calls);
  const { waiting } = useSyncExternalStore(outbox.subscribe, outbox.getState);
  if (waiting === 0 || navigator.onLine) return null;
  return (
    <Banner>
      {counted(
        waiting,
        '1 review is kept on this device and will be sent when you are online.',
        '{count} reviews are kept on this device and will be sent when you are online.',
      )}
    </Banner>
  );
}
