import type { ChatMessage } from '@parlance/contract/chat';
import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import Flag from 'lucide-react/icons/flag';
import Pencil from 'lucide-react/icons/pencil';
import Reply from 'lucide-react/icons/reply';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ReadingAids } from '#aids/reading-aids';
import { useChat, useConversation } from '#chat/engine/chat';
import { listenForLongPress } from '#lib/long-press';
import { listenForSwipe } from '#lib/swipe';
import { SavePhraseAction } from '#phrases/save-phrase-action';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import type { ConversationRow } from './conversation-rows';
import type { ConversationDraft } from './draft';
import { beginEdit, replyTo } from './draft-target';
import { useJump } from './jump';
import { CopyAction, CorrectAction, DeleteAction, type MessagePanel } from './message-action-buttons';
import { canEdit } from './message-rules';
import type { Place } from './row-window';

export interface MessageActionsProps {
  message: ChatMessage | null;
  /** Id of the quoted message to scroll to. */
  quoted: string | null;
  partnerId: string;
  partner: FullProfile | undefined;
  draft: ConversationDraft;
  rows: ConversationRow[];
  onChoose: (message: ChatMessage | null) => void;
  onQuoted: (chatMessageId: string | null) => void;
  onGoTo: (goTo: { place: Place }) => void;
  onReport: (message: ChatMessage) => void;
}

const none: ChatMessage[] = [];

/** Action dialog for messages. One instance for the whole list: a menu per row slows scrolling. */
export function MessageActions(props: MessageActionsProps) {
  const { partnerId, partner, draft, rows, onChoose, onReport } = props;
  const { userId } = useChat();
  const messages = useConversation(partnerId).data?.messages ?? none;
  // Uses the current version: the message can be edited or deleted while the dialog is open.
  const now = messages.find(({ chatMessageId }) => chatMessageId === props.message?.chatMessageId);
  const message = now?.deletedAt ? null : (now ?? props.message);
  const [panel, setPanel] = useState<MessagePanel | null>(null);
  // Deleted while its panel was open: the dialog closes without `close`, and the next message must not get this panel.
  if (panel && !message) setPanel(null);
  const isWritingNext = useRef(false);
  useJump({
    partnerId,
    wanted: props.quoted,
    rows,
    onGoTo: props.onGoTo,
    onDone: () => props.onQuoted(null),
  });

  const canWrite = partner?.isBlockedByUser !== true;
  const messageOf = (element: HTMLElement | null) => {
    const row = rows.find(({ id }) => id === element?.dataset.row);
    return row?.kind === 'message' && !row.message.deletedAt ? row.message : null;
  };
  const onLongPress = useEffectEvent((held: HTMLElement) => {
    const chosen = messageOf(held);
    if (chosen) onChoose(chosen);
  });
  const onReply = useEffectEvent((element: HTMLElement | null) => {
    const chosen = messageOf(element);
    if (chosen && canWrite) replyTo(draft, chosen);
    return chosen !== null;
  });
  useEffect(() => {
    // The shortcut applies only in a row of the list, not in a text field.
    const onKey = (event: KeyboardEvent) => {
      const { target, code, ctrlKey, metaKey, altKey } = event;
      if (code !== 'KeyR' || ctrlKey || metaKey || altKey || !(target instanceof Element)) return;
      if (onReply(target.closest<HTMLElement>('[data-row]'))) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    const stops = [
      listenForLongPress('[data-row]', (held) => onLongPress(held)),
      listenForSwipe('[data-row]', (swiped) => onReply(swiped)),
      () => document.removeEventListener('keydown', onKey),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);

  const close = () => {
    setPanel(null);
    onChoose(null);
  };
  /** Closes the dialog and moves the focus to the composer. */
  const write = (begin: (draft: ConversationDraft, message: ChatMessage) => void) => {
    isWritingNext.current = true;
    if (message) begin(draft, message);
    close();
  };
  const isOwn = message?.fromUserId === userId;
  // Each action renders buttons, or nothing where it does not apply.
  const action = { partner, isOwn, onDone: close, onShow: setPanel };
  return (
    <Dialog
      open={message !== null}
      onOpenChange={(isOpen) => !isOpen && close()}
      returnsFocus={() => {
        const isWriting = isWritingNext.current;
        isWritingNext.current = false;
        return isWriting ? document.querySelector<HTMLElement>('[data-composer]') : true;
      }}
      title={panel?.title ?? t('Message')}
    >
      {panel?.body}
      {message && !panel && (
        <div className="grid gap-2">
          {canWrite && (
            <Button aria-keyshortcuts="R" onClick={() => write(replyTo)}>
              <Reply aria-hidden="true" className="size-5 rtl:-scale-x-100" />
              {t('Reply')}
            </Button>
          )}
          <CorrectAction {...action} message={message} />
          {canWrite && canEdit(message, { userId, messages, now: new Date() }) && (
            <Button onClick={() => write(beginEdit)}>
              <Pencil aria-hidden="true" className="size-5" />
              {t(word('Edit', 'a message'))}
            </Button>
          )}
          <SavePhraseAction {...action} message={message} />
          <CopyAction {...action} message={message} />
          <ReadingAids {...action} message={message} />
          {isOwn ? (
            <DeleteAction {...action} message={message} />
          ) : (
            <Button
              variant="danger"
              onClick={() => {
                close();
                onReport(message);
              }}
            >
              <Flag aria-hidden="true" className="size-5" />
              {t('Report message')}
            </Button>
          )}
        </div>
      )}
    </Dialog>
  );
}
