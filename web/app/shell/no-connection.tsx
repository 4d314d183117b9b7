import { t } from '@parlance/words/current';
import CloudOff from 'lucide-react/icons/cloud-off';
import { type ComponentType, lazy, Suspense } from 'react';
import { Button } from '#ui/button';

const KeptMessages = lazy<ComponentType>(() =>
  import('#chat/kept-messages').then(
    ({ KeptMessages }) => ({ default: KeptMessages }),
    () => ({ default: () => null }),
  ),
);

/** Offline screen: stored messages and a retry button. */
export function NoConnection({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="mx-auto grid max-w-reading gap-8 py-8 sm:py-14">
      <div role="alert" className="grid justify-items-start gap-4">
        <CloudOff aria-hidden="true" className="size-10 text-ink-faint" />
        <h1 className="text-title">{t('No connection')}</h1>
        <p className="text-lg text-ink-soft">
          {t(
            'This page opens by itself when you are back online. Nothing you wrote was lost: it is kept on this device and goes out then.',
          )}
        </p>
        <Button variant="primary" onClick={onRetry}>
          {t('Try again')}
        </Button>
      </div>
      <Suspense>
        <KeptMessages />
      </Suspense>
    </div>
  );
}
