import type { ChatMessage } from '@parlance/contract/chat';
import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import Flag from 'lucide-react/icons/flag';
import Pencil from 'lucide-react/icons/pencil';
import PencilLine from 'lucide-react/icons/pencil-line';
import Reply from 'lucide-react/icons/reply';
import Trash from 'lucide-react/icons/trash-2';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ReadingAids } from '#aids/reading-aids';
import { useChat, useConversation } from '#chat/engine/chat';
import { CorrectionForm } from '#corrections/correction-form';
import { listenForLongPress } from '#lib/long-press';
import { listenForSwipe } from '#lib/swipe';
import { SavePhraseAction } from '#phrases/save-phrase-action';
import { Button } from '#ui/button';
import { copyText } from '#ui/copy-text';
import { Dialog } from '#ui/dialog';
import type { ConversationRow } from './conversation-rows';
import type { ConversationDraft } from './draft';
import { beginEdit, replyTo } from './draft-target';
import { useJump } from './jump';
import { canEdit, tombstoneOf } from './message-rules';
import type { Place } from './row-window';

interface MessageActionProps {
  message: ChatMessage;
  partner: FullProfile | undefined;
  isOwn: boolean;
  onDone: () => void;
  /** Replaces the actions with a panel, such as a form. */
  onShow: (panel: MessagePanel) => void;
}

interface MessagePanel {
  title: string;
  body: ReactNode;
}

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

/** Deletes an own message for both sides after confirmation. */
function DeleteAction({ message, onDone, onShow }: MessageActionProps) {
  const chat = useChat();
  const question = (
    <>
      <p className="text-ink-soft">
        {t('It is deleted for both of you and cannot be restored. “Message deleted” stays in its place.')}
      </p>
      <div className="flex flex-col-reverse gap-3 pt-2 sm:flex-row sm:justify-end">
        <Button onClick={onDone}>{t('Cancel')}</Button>
        <Button
          variant="danger"
          onClick={() => {
            void chat.changeMessage(tombstoneOf(message, new Date()));
            onDone();
          }}
        >
          {t('Delete')}
        </Button>
      </div>
    </>
  );
  return (
    <Button variant="danger" onClick={() => onShow({ title: t('Delete this message?'), body: question })}>
      <Trash aria-hidden="true" className="size-5" />
      {t('Delete')}
    </Button>
  );
}

/** Corrects a partner's message or confirms that it is right. */
function CorrectAction({ message, partner, isOwn, onDone, onShow }: MessageActionProps) {
  const chat = useChat();
  const { chatMessageId, content, fromUserId } = message;
  if (isOwn || content === null || partner?.isBlockedByUser) return null;
  const draftKey = `correction-${chatMessageId}`;
  const form = (
    <CorrectionForm
      original={content}
      partner={partner}
      readDraft={async () => {
        const draft = await chat.readDraft(draftKey);
        return draft?.correction ? { text: draft.text, ...draft.correction } : null;
      }}
      onDraft={(draft) =>
        void chat
          .writeDraft(
            draftKey,
            draft && {
              text: draft.text,
              audio: null,
              correction: { kind: draft.kind, note: draft.note },
            },
          )
          .catch(reportError)
      }
      onSend={async ({ text, kind, note }) => {
        onDone();
        // Order matters: the message is stored before the draft is removed.
        await chat.sendCorrection(fromUserId, text, { chatMessageId, kind, ...(note && { note }) });
        await chat.writeDraft(draftKey, null);
      }}
    />
  );
  return (
    <>
      <Button onClick={() => onShow({ title: t('Correct this message'), body: form })}>
        <PencilLine aria-hidden="true" className="size-5" />
        {t('Correct')}
      </Button>
      <Button
        onClick={() => {
          void chat.sendCorrection(fromUserId, content, { chatMessageId, kind: 'natural' });
          onDone();
        }}
      >
        <Check aria-hidden="true" className="size-5" />
        {t('Looks right')}
      </Button>
    </>
  );
}

function CopyAction({ message, onDone }: MessageActionProps) {
  const { content } = message;
  if (content === null) return null;
  return (
    <Button
      onClick={() => {
        void copyText(content);
        onDone();
      }}
    >
      <Copy aria-hidden="true" className="size-5" />
      {t('Copy text')}
    </Button>
  );
}
