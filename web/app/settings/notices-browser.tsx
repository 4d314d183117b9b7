import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useState, useSyncExternalStore } from 'react';
import {
  type BrowserNoticesState,
  browserNoticesState,
  subscribeToBrowserNotices,
  turnOffBrowserNotices,
  turnOnBrowserNotices,
} from '#notify/browser-notices';
import { Button } from '#ui/button';

const explanations: Record<BrowserNoticesState, string> = {
  off: word(
    'While Parlance is open in a tab you do not see, your browser can tell you who wrote to you. It never shows what.',
  ),
  on: word(
    'While Parlance is open in a tab you do not see, your browser tells you who wrote to you. It never shows what.',
  ),
  blocked: word(
    'Your browser blocks notifications of this site. Allow them in its settings for this site, then turn them on here.',
  ),
  unsupported: word('This browser cannot show notifications of an open page.'),
};

/** Browser notifications. Permission is requested only on a click here. */
export function NoticesBrowser({ userId }: { userId: string }) {
  const state = useSyncExternalStore(subscribeToBrowserNotices, () => browserNoticesState(userId));
  const [asking, setAsking] = useState(false);
  const turnOn = async () => {
    setAsking(true);
    await turnOnBrowserNotices(userId).catch(reportError);
    setAsking(false);
  };
  return (
    <div className="grid gap-3">
      <h3 className="text-lg">{t('On this device')}</h3>
      <p className="text-ink-soft" aria-live="polite">
        {t(explanations[state])}
      </p>
      {state === 'off' && (
        <Button className="justify-self-start" busy={asking} onClick={() => void turnOn()}>
          {t('Turn on notifications')}
        </Button>
      )}
      {state === 'on' && (
        <Button className="justify-self-start" onClick={turnOffBrowserNotices}>
          {t('Turn off notifications')}
        </Button>
      )}
    </div>
  );
}
