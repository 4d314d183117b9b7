import type { StaticData } from '@parlance/contract/static-data';
import { laterWords, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { lastingKeys } from '#lib/lasting-keys';
import type { SessionRuntime } from '#session/session-runtime';
import { takeNoticePlace } from '#ui/notice-place';
import { showToast } from '#ui/toast';
import { nextOffer } from './offer-count';
import { makePasskey } from './passkey-device';
import { passkeyProblem } from './passkey-problem';
import { canUsePasskeys } from './passkey-support';

/** Counts a sign-in by code on this device and offers a passkey after the second. */
export async function offerPasskey({ calls }: SessionRuntime, staticData: StaticData): Promise<void> {
  if (!canUsePasskeys(staticData)) return;
  const { stored, isDue } = nextOffer(localStorage.getItem(lastingKeys.passkeyOffer), Date.now());
  const release = isDue ? takeNoticePlace() : null;
  // While another notice is open it is not counted as offered: it comes after the next sign-in.
  if (isDue && !release) return;
  localStorage.setItem(lastingKeys.passkeyOffer, stored);
  if (!release) return;
  await laterWords('parts');
  showToast({
    title: t('Sign in faster next time'),
    description: t('With a passkey you sign in with your fingerprint, your face or the lock of your device.'),
    action: { label: t('Create a passkey'), onSelect: () => void create(calls) },
    decline: t(word('Not now', 'declines an offer')),
    onClose: release,
  });
}

async function create(calls: SessionRuntime['calls']): Promise<void> {
  try {
    const isAdded = await makePasskey(calls);
    showToast(
      isAdded
        ? { title: t('Passkey added.'), tone: 'positive' }
        : { title: t('You signed in a while ago. Please add the passkey in the settings, under “Account”.') },
    );
  } catch (error) {
    const problem = passkeyProblem(error);
    if (problem !== null) showToast({ title: problem, tone: 'danger' });
  }
}
