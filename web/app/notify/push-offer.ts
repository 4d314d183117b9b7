import type { Calls } from '@parlance/client/http';
import { laterWords, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { lastingKeys } from '#lib/lasting-keys';
import { takeNoticePlace } from '#ui/notice-place';
import { showToast } from '#ui/toast';
import { turnOnBrowserNotices } from './browser-notices';
import { browserNoticesState, personPaths } from './notices-state';

const dayMs = 24 * 60 * 60_000;
const pauseMs = 90 * dayMs;
/**
 * Offers notifications after a booking, or after a sent message once the screens of that person are left, then not again for 90 days on
 * this device. Messages of other tabs and devices come here, too.
 */
export async function offerPush({ calls }: { calls: Calls }, userId: string): Promise<void> {
  if (!document.hasFocus()) return;
  const pausedUntilMs = Number(localStorage.getItem(lastingKeys.pushOffer) ?? 0);
  if (Date.now() < pausedUntilMs || browserNoticesState(userId) !== 'off') return;
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  const isPossible = (await calls.getPush()).publicKey !== null;
  const release = isPossible ? takeNoticePlace() : null;
  // Another offer is open: this one comes after the next booking or conversation.
  if (isPossible && !release) return;
  localStorage.setItem(lastingKeys.pushOffer, String(Date.now() + (isPossible ? pauseMs : dayMs)));
  if (!release) return;
  await laterWords('parts');
  showToast({
    title: t('Know when someone answers'),
    description: t('Parlance can notify you on this device, also when it is closed.'),
    action: {
      label: t(word('Turn on', 'notifications')),
      onSelect: () => void turnOnBrowserNotices(calls, userId).catch(reportError),
    },
    decline: t(word('Not now', 'declines an offer')),
    hiddenOn: personPaths,
    onClose: release,
  });
}
