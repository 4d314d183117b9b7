import { useEffect, useState, useSyncExternalStore } from 'react';
import { queryClient } from '#lib/query-client';
import { readAgain } from '#lib/read-again';
import { useSignedIn } from '#session/signed-in';
import { showToast } from '#ui/toast';
import { type KeeperState, type PhraseKeeper, phraseKeeper } from './phrase-keeper';
import { phrasesKey } from './phrases-queries';

export interface PhraseSource {
  /** Distinguishes phrases that are edited at the same time. */
  name: string;
  sourceMessageId?: string;
  begin: () => Pick<KeeperState, 'draft' | 'phrase'>;
}

/** Phrase being edited in a dialog with the lifetime of this hook. */
export function usePhraseKeeper({ name, begin, ...source }: PhraseSource): KeeperState & PhraseKeeper {
  const { runtime, user } = useSignedIn();
  const [keeper] = useState(() =>
    phraseKeeper(`${user.userId} ${name}`, begin, {
      ...source,
      calls: runtime.calls,
      onStored: () => void readAgain(queryClient, phrasesKey(user.userId)),
      onFailure: (title) => showToast({ title, tone: 'danger' }),
    }),
  );
  const state = useSyncExternalStore(keeper.subscribe, keeper.getState);
  useEffect(() => {
    keeper.open();
    return () => void keeper.close();
  }, [keeper]);
  return { ...keeper, ...state };
}
