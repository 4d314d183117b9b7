import { counted, t } from '@parlance/words/current';
import Mic from 'lucide-react/icons/mic';
import Plus from 'lucide-react/icons/plus';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLaterModule } from '#lib/use-later-module';
import { Button } from '#ui/button';
import { isSendKey } from './send-key';

/** Inserts text at the caret, replacing the selection. */
export function insertAt(
  text: string,
  inserted: string,
  start: number = text.length,
  end: number = start,
): { text: string; caret: number } {
  return { text: text.slice(0, start) + inserted + text.slice(end), caret: start + inserted.length };
}

export interface TextComposerProps {
  text: string;
  /** In code points, as the server counts them. */
  maxLength: number;
  canBeEmpty: boolean;
  isEditing: boolean;
  onTextChange: (text: string) => void;
  onSend: (text: string) => void;
  /** Null until pictures can be accepted. */
  onPictures: ((files: File[]) => void) | null;
  isMicrophoneStarting: boolean;
  /** Comes back after a recording, whose button had the focus. */
  isAfterRecording?: boolean;
  onRecord: () => void;
}

export function TextComposer(props: TextComposerProps) {
  const { text, maxLength, canBeEmpty, isEditing, onTextChange, onSend } = props;
  const { onPictures, isMicrophoneStarting, isAfterRecording = false, onRecord } = props;
  const [isEmojiOpen, setEmojiOpen] = useState(false);
  const emoji = useLaterModule(() => import('./emoji-panel'), { isWanted: isEmojiOpen });
  const field = useRef<HTMLTextAreaElement>(null);
  const record = useRef<HTMLButtonElement>(null);
  const isEmpty = text.trim() === '';
  const tooMany = text.length > maxLength ? [...text.trim()].length - maxLength : 0;
  const hasSomething = !isEmpty || canBeEmpty;

  // Focus the field only with a physical keyboard; on a phone the keyboard would cover the conversation.
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true });
    else if (isAfterRecording && document.activeElement === document.body)
      (record.current ?? field.current)?.focus({ preventScroll: true });
  }, [isAfterRecording]);

  const send = () => {
    if (!hasSomething || tooMany > 0) return;
    onSend(text);
    setEmojiOpen(false);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!isSendKey(event.nativeEvent)) return;
    event.preventDefault();
    send();
  };
  const insert = (inserted: string) => {
    const element = field.current;
    const { text: next, caret } = insertAt(text, inserted, element?.selectionStart, element?.selectionEnd);
    onTextChange(next);
    requestAnimationFrame(() => element?.setSelectionRange(caret, caret));
  };

  return (
    <div className="grid gap-2">
      {isEmojiOpen && emoji && (
        <emoji.EmojiPanel
          onPick={insert}
          onPictures={isEditing ? null : onPictures}
          onClose={() => setEmojiOpen(false)}
        />
      )}
      {tooMany > 0 && (
        <p role="status" className="px-2 text-sm text-danger">
          {counted(
            tooMany,
            '1 character too long for one message.',
            '{count} characters too long for one message.',
          )}
        </p>
      )}
      <div className="flex items-end gap-2">
        <Button
          variant="quiet"
          aria-label={t('Emoji and pictures')}
          aria-expanded={isEmojiOpen}
          onClick={() => setEmojiOpen(!isEmojiOpen)}
          className="px-0!"
        >
          <Plus aria-hidden="true" className="size-6" />
        </Button>
        <textarea
          ref={field}
          data-composer
          dir="auto"
          rows={1}
          value={text}
          aria-label={t('Message')}
          placeholder={t('Write a message...')}
          enterKeyHint="send"
          onChange={({ target }) => onTextChange(target.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-40 min-h-11 min-w-0 flex-1 resize-none rounded-md border border-line-strong bg-surface px-3 py-2 text-base text-ink placeholder:text-ink-faint"
        />
        {!hasSomething && !isEditing ? (
          <Button
            ref={record}
            variant="quiet"
            aria-label={t('Record a voice message')}
            busy={isMicrophoneStarting}
            onClick={onRecord}
            className="px-0!"
          >
            {!isMicrophoneStarting && <Mic aria-hidden="true" className="size-6" />}
          </Button>
        ) : (
          <Button
            variant="primary"
            aria-label={isEditing ? t('Save') : t('Send')}
            disabled={!hasSomething || tooMany > 0}
            onClick={send}
            className="px-0!"
          >
            <SendHorizontal aria-hidden="true" className="size-5 rtl:-scale-x-100" />
          </Button>
        )}
      </div>
    </div>
  );
}
