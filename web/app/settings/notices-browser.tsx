import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { readAgain } from '#lib/read-again';
import {
  needsHomeScreen,
  subscribeToBrowserNotices,
  turnOffBrowserNotices,
  turnOnBrowserNotices,
} from '#notify/browser-notices';
import { type BrowserNoticesState, browserNoticesState } from '#notify/notices-state';
import { pushKey } from '#notify/notify-queries';
import { useSignedIn } from '#session/signed-in';
import { Button } from '#ui/button';
import { optionPlace, optionTexts } from './options/option-texts';
import { PushDevices } from './push-devices';

const explanations: Record<BrowserNoticesState, string> = {
  off: word(
    'Your browser can tell you of new messages and of your sessions, also when Parlance is closed. It never shows what someone wrote.',
  ),
  on: word(
    'While Parlance is open in a tab you do not see, your browser tells you who wrote to you. It never shows what.',
  ),
  pushed: word(
    'This device tells you of new messages and of your sessions, also when Parlance is closed. It never shows what someone wrote.',
  ),
  blocked: word(
    'Your browser blocks notifications of this site. Allow them in its settings for this site, then turn them on here.',
  ),
  unsupported: word('This browser cannot show notifications of an open page.'),
};

const explain = (state: BrowserNoticesState): string =>
  state === 'unsupported' && needsHomeScreen()
    ? t('Add Parlance to your Home Screen first: then it can notify you on this device.')
    : t(explanations[state]);

/** Notifications of this device and what they tell. Permission is requested only on a click here. */
export function NoticesBrowser({ userId }: { userId: string }) {
  const { calls } = useSignedIn().runtime;
  const state = useSyncExternalStore(subscribeToBrowserNotices, () => browserNoticesState(userId));
  const cache = useQueryClient();
  const [busy, setBusy] = useState(false);
  // A live region that is there from the start would be read when the settings open.
  const [isPressed, setPressed] = useState(false);
  const run = async (act: Promise<unknown>) => {
    setBusy(true);
    setPressed(true);
    await act.catch(reportError);
    await readAgain(cache, pushKey(userId));
    setBusy(false);
  };
  const isOn = state === 'on' || state === 'pushed';
  return (
    <div {...optionPlace('device-notices')} className="grid gap-3">
      <h3 tabIndex={-1} className="text-lg">
        {t(optionTexts['device-notices'].label)}
      </h3>
      <p className="text-ink-soft" aria-live={isPressed ? 'polite' : undefined}>
        {explain(state)}
      </p>
      {/* One button, which keeps the focus when its label changes. */}
      {(isOn || state === 'off') && (
        <Button
          className="justify-self-start"
          busy={busy}
          onClick={() => void run(isOn ? turnOffBrowserNotices(calls) : turnOnBrowserNotices(calls, userId))}
        >
          {isOn ? t('Turn off notifications') : t('Turn on notifications')}
        </Button>
      )}
      <PushDevices />
    </div>
  );
}
