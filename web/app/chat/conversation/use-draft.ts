import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ChatEngine } from '#chat/chat-engine';
import type { KeptAudio } from '#chat/chat-storage';
import { coalesce } from '#lib/coalesce';

export interface DraftControl {
  text: string;
  setText(text: string): void;
  /** A recording that was made before a reload or in an earlier visit; null until it is known that there is one. */
  keptAudio: KeptAudio | null;
  setAudio(audio: KeptAudio | null): void;
}

/** What was begun with one partner, kept with every stroke, so that it outlives leaving and reloading. */
export function useDraft(chat: ChatEngine, partnerId: string): DraftControl {
  const [text, showText] = useState('');
  const [keptAudio, setKeptAudio] = useState<KeptAudio | null>(null);
  const latest = useRef<{ text: string; audio: KeptAudio | null }>({ text: '', audio: null });
  const isTouched = useRef(false);

  const save = useMemo(
    () =>
      coalesce(async () => {
        const { text: words, audio } = latest.current;
        await chat.writeDraft(partnerId, words === '' && !audio ? null : { text: words, audio });
      }),
    [chat, partnerId],
  );

  const change = useCallback(
    (part: Partial<(typeof latest)['current']>) => {
      isTouched.current = true;
      latest.current = { ...latest.current, ...part };
      void save().catch(reportError);
    },
    [save],
  );

  useEffect(() => {
    let isGone = false;
    const show = async () => {
      const draft = await chat.readDraft(partnerId);
      // Whoever writes faster than the storage answers keeps what they wrote.
      if (isGone || isTouched.current || !draft) return;
      latest.current = draft;
      showText(draft.text);
      setKeptAudio(draft.audio);
    };
    void show().catch(reportError);
    return () => {
      isGone = true;
    };
  }, [chat, partnerId]);

  return {
    text,
    setText(next) {
      showText(next);
      change({ text: next });
    },
    keptAudio,
    setAudio: useCallback((audio) => change({ audio }), [change]),
  };
}
