import { useEffect, useState, useSyncExternalStore } from 'react';
import { queryClient } from '#lib/query-client';
import { readAgain } from '#lib/read-again';
import { useSignedIn } from '#session/signed-in';
import { showToast } from '#ui/toast';
import { type PhraseEditor, type PhraseEditorState, phraseEditor } from './phrase-editor';
import { phrasesKey } from './phrases-queries';

export interface EditorSource {
  /** Distinguishes phrases that are edited at the same time. */
  name: string;
  sourceMessageId?: string;
  begin: () => Pick<PhraseEditorState, 'draft' | 'phrase'>;
}

/** Phrase being edited in a dialog with the lifetime of this hook. */
export function usePhraseEditor({ name, begin, ...source }: EditorSource): PhraseEditorState & PhraseEditor {
  const { runtime, user } = useSignedIn();
  const [editor] = useState(() =>
    phraseEditor(`${user.userId} ${name}`, begin, {
      ...source,
      calls: runtime.calls,
      onStored: () => void readAgain(queryClient, phrasesKey(user.userId)),
      onFailure: (title) => showToast({ title, tone: 'danger' }),
    }),
  );
  const state = useSyncExternalStore(editor.subscribe, editor.getState);
  useEffect(() => {
    editor.open();
    return () => void editor.close();
  }, [editor]);
  return { ...editor, ...state };
}
