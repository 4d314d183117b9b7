import type { Calls } from '@parlance/client/http';
import { createStore } from '@parlance/client/store';
import { ApiError } from '@parlance/contract/errors';
import type { NewPhrase, Phrase } from '@parlance/contract/phrases';
import { t, translate } from '@parlance/words/current';
import { failureMessage } from '#lib/failure-message';
import type { PhraseDraft, PhraseFieldsProps } from './phrase-fields';

export interface PhraseEditorState {
  draft: PhraseDraft;
  /** The stored phrase; null before. */
  phrase: Phrase | null;
  isSaving: boolean;
  problems: PhraseFieldsProps['problems'];
  failure: string | null;
}

export interface PhraseEditorPorts {
  calls: Pick<Calls, 'createPhrase' | 'updatePhrase' | 'deletePhrase'>;
  /** Source message: with one, opening and closing the dialog is enough to save. */
  sourceMessageId?: string;
  /** Called after each successful save. */
  onStored(): void;
  /** Receives a failure after the dialog has closed. */
  onFailure(failure: string): void;
}

/** Autosaves one phrase that is being edited. */
export interface PhraseEditor {
  getState(): PhraseEditorState;
  subscribe(listener: () => void): () => void;
  /** Marks a dialog as open. */
  open(): void;
  isOpen(): boolean;
  change(how: (before: PhraseDraft) => PhraseDraft): void;
  /** Saves everything, including edits made meanwhile; resolves to whether it succeeded. */
  finish(): Promise<boolean>;
  /** Deletes the phrase again; resolves to whether it succeeded. */
  drop(): Promise<boolean>;
  /** The dialog has closed. Pending saves continue; on failure the text stays here. */
  close(): Promise<void>;
}

// Global, so that a reopened dialog restores text that could not be saved.
const editors = new Map<string, PhraseEditor>();

/** The editor of a key, created on first use. */
export function phraseEditor(
  key: string,
  begin: () => Pick<PhraseEditorState, 'draft' | 'phrase'>,
  ports: PhraseEditorPorts,
): PhraseEditor {
  return editors.get(key) ?? createEditor(key, begin(), ports);
}

function createEditor(
  key: string,
  begun: Pick<PhraseEditorState, 'draft' | 'phrase'>,
  { calls, sourceMessageId, onStored, onFailure }: PhraseEditorPorts,
): PhraseEditor {
  const store = createStore<PhraseEditorState>({ ...begun, isSaving: false, problems: {}, failure: null });
  const isFromMessage = sourceMessageId !== undefined;
  let stored = begun.phrase && begun.draft;
  let underWay: Promise<boolean> | null = null;
  let isOpen = false;

  const attempt = async (act: () => Promise<void>): Promise<boolean> => {
    store.set({ isSaving: true, problems: {}, failure: null });
    try {
      await act();
      onStored();
      return true;
    } catch (error) {
      const failure = failureMessage(error, t('It could not be saved. Please try again.'));
      if (!isOpen) onFailure(failure);
      const isRefused = error instanceof ApiError && error.is('RequestDataInvalid');
      store.set(isRefused ? { problems: problemsOf(error) } : { failure });
      return false;
    } finally {
      store.set({ isSaving: false });
      underWay = null;
    }
  };
  const write = async ({ draft, phrase }: PhraseEditorState, words: NewPhrase) => {
    const written = phrase
      ? await calls.updatePhrase({ phraseId: phrase.phraseId, ...words })
      : await calls.createPhrase({ ...words, ...(isFromMessage && { sourceMessageId }) });
    stored = draft;
    store.set({ phrase: written });
  };
  const save = async (): Promise<boolean> => {
    if (underWay !== null) return underWay;
    const now = store.get();
    const { text, meaning, context } = now.draft;
    // After closing, no choice can be requested: fall back to the stored language.
    const languageCode = now.draft.languageCode ?? (isOpen ? null : (now.phrase?.languageCode ?? null));
    if (languageCode === null) {
      store.set({ problems: { languageCode: t('Choose a language') } });
      return false;
    }
    underWay = attempt(() => write(now, { languageCode, text, meaning, context }));
    return underWay;
  };
  const storeAll = async (): Promise<boolean> => {
    while (underWay !== null || store.get().draft !== stored) if (!(await save())) return false;
    return true;
  };

  const editor: PhraseEditor = {
    getState: store.get,
    subscribe: store.subscribe,
    open() {
      isOpen = true;
      editors.set(key, editor);
      const { draft, phrase } = store.get();
      if (isFromMessage && !phrase && draft.languageCode !== null) void save();
    },
    isOpen: () => isOpen,
    change: (how) => store.set({ draft: how(store.get().draft) }),
    finish: storeAll,
    async drop() {
      if (underWay !== null) await underWay;
      underWay = attempt(async () => {
        const { phrase } = store.get();
        if (phrase) await calls.deletePhrase({ phraseId: phrase.phraseId });
        stored = store.get().draft;
      });
      return underWay;
    },
    async close() {
      isOpen = false;
      const isMeant = underWay !== null || (isFromMessage && store.get().phrase !== null);
      const isDone = isMeant && (await storeAll());
      if (isOpen) return;
      const isTyped = store.get().draft !== begun.draft;
      if (isDone || !isTyped || !(isMeant || isFromMessage)) editors.delete(key);
    },
  };
  return editor;
}

/** Errors of the server or the contract by field. */
function problemsOf({ problems }: ApiError): PhraseFieldsProps['problems'] {
  return Object.fromEntries(problems.map((problem) => [problem.field, translate(problem)]));
}
