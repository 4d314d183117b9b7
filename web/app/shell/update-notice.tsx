import { t } from '@parlance/words/current';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '#ui/button';
import { isNoticePlaceTaken, subscribeToNoticePlace, takeNoticePlace } from '#ui/notice-place';
import { changeVersion, keepAppAtHand } from './service-worker';

/** Announces a waiting newer version, once no other notice is open. It never reloads by itself, which could interrupt typing. */
export function UpdateNotice() {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null);
  useEffect(() => {
    // Not in development, where files change constantly, nor without TLS, where service workers are missing.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    void keepAppAtHand(setWaiting).catch(() => undefined);
  }, []);
  const isShown = useNoticePlace(waiting !== null);
  return (
    <div role="status" className="above-bottom-bar fixed inset-x-4 z-50 sm:inset-e-auto sm:w-96 print:hidden">
      {waiting && isShown && (
        <div className="flex items-center gap-2 rounded-lg border border-line bg-surface py-2 ps-4 pe-2 shadow-floating">
          <p className="min-w-0 flex-1 py-1 leading-snug font-medium text-balance">
            {t('A new version is ready')}
          </p>
          <Button variant="quiet" onClick={() => setWaiting(null)}>
            {t('Later')}
          </Button>
          <Button onClick={() => changeVersion(waiting)}>{t('Reload')}</Button>
        </div>
      )}
    </div>
  );
}

/** Takes the only place for notices once it is free, while `isWanted`; returns whether this component has it. */
export function useNoticePlace(isWanted: boolean): boolean {
  const isTaken = useSyncExternalStore(subscribeToNoticePlace, isNoticePlaceTaken);
  const [release, setRelease] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!isWanted || release || isTaken) return;
    // Not inside the updater, which React may run while it renders.
    const taken = takeNoticePlace();
    setRelease(() => taken);
  }, [isWanted, release, isTaken]);
  useEffect(() => {
    if (!isWanted || !release) return;
    return () => {
      release();
      setRelease(null);
    };
  }, [isWanted, release]);
  return release !== null;
}
