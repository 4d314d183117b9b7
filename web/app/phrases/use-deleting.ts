import { createStore } from '@parlance/client/store';
import type { Phrase } from '@parlance/contract/phrases';
import { t } from '@parlance/words/current';
import { useSyncExternalStore } from 'react';
import { failureMessage } from '#lib/failure-message';
import { queryClient } from '#lib/query-client';
import { readAgain } from '#lib/read-again';
import { useSignedIn } from '#session/signed-in';
import { showToast } from '#ui/toast';
import { phrasesKey } from './phrases-queries';

/** A little longer than the undo toast. */
const undoMs = 7000;
// Global, so that undo works after navigation.
const going = createStore<{ ids: ReadonlySet<string> }>({ ids: new Set() });
const timers = new Map<string, ReturnType<typeof setTimeout>>();

const show = (phraseId: string) => {
  clearTimeout(timers.get(phraseId));
  timers.delete(phraseId);
  const ids = new Set(going.get().ids);
  ids.delete(phraseId);
  going.set({ ids });
};

/** Deletes phrases with undo: hidden at once, deleted after a delay. Closing the page before that deletes nothing. */
export function useDeleting() {
  const { runtime, user } = useSignedIn();
  const { ids } = useSyncExternalStore(going.subscribe, going.get);
  const finish = async (phraseId: string) => {
    try {
      await runtime.calls.deletePhrase({ phraseId });
    } catch (error) {
      const why = t('The phrase could not be deleted. Please try again.');
      showToast({ title: failureMessage(error, why), tone: 'danger' });
    }
    await readAgain(queryClient, phrasesKey(user.userId));
    show(phraseId);
  };
  return {
    isHidden: (phraseId: string) => ids.has(phraseId),
    hiddenCount: ids.size,
    deletePhrase({ phraseId }: Phrase) {
      going.set({ ids: new Set(ids).add(phraseId) });
      timers.set(
        phraseId,
        setTimeout(() => void finish(phraseId), undoMs),
      );
      showToast({
        title: t('Phrase deleted.'),
        action: { label: t('Undo'), onSelect: () => show(phraseId) },
      });
    },
  };
}
