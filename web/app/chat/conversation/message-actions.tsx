import type { ChatMessage } from '@parlance/contract/chat';
import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import Flag from 'lucide-react/icons/flag';
import PencilLine from 'lucide-react/icons/pencil-line';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { ReadingAids } from '#aids/reading-aids';
import { useChat } from '#chat/engine/chat';
import { CorrectionForm } from '#corrections/correction-form';
import { listenForLongPress } from '#lib/long-press';
import { SavePhraseAction } from '#phrases/save-phrase-action';
import { Button } from '#ui/button';
import { copyText } from '#ui/copy-text';
import { Dialog } from '#ui/dialog';
import type { ConversationRow } from './conversation-rows';

/** What an action of a message has to work with. */
interface MessageActionProps {
  message: ChatMessage;
  partner: FullProfile | undefined;
  isOwn: boolean;
  /** Closes the dialog. */
  onDone: () => void;
  /** Puts something in the place of the actions, such as a form. */
  onShow: (panel: MessagePanel) => void;
}

interface MessagePanel {
  title: string;
  body: ReactNode;
}

export interface MessageActionsProps {
  message: ChatMessage | null;
  partner: FullProfile | undefined;
  rows: ConversationRow[];
  onChoose: (message: ChatMessage | null) => void;
  onReport: (message: ChatMessage) => void;
}

/** What can be done with a message. One for the whole list: a menu for each row would be felt in scrolling. */
export function MessageActions(props: MessageActionsProps) {
  const { message, partner, rows, onChoose, onReport } = props;
  const { userId } = useChat();
  const [panel, setPanel] = useState<MessagePanel | null>(null);
  const onLongPress = useEffectEvent((rowId: string | undefined) => {
    const row = rows.find(({ id }) => id === rowId);
    if (row?.kind === 'message') onChoose(row.message);
  });
  useEffect(() => listenForLongPress('[data-row]', ({ dataset }) => onLongPress(dataset.row)), []);
  const close = () => {
    setPanel(null);
    onChoose(null);
  };
  const isOwn = message?.fromUserId === userId;
  // Each shows buttons, or nothing where it does not apply.
  const action = { partner, isOwn, onDone: close, onShow: setPanel };
  return (
    <Dialog
      open={message !== null}
      onOpenChange={(isOpen) => !isOpen && close()}
      title={panel?.title ?? t('Message')}
    >
      {panel?.body}
      {message && !panel && (
        <div className="grid gap-2">
          <CorrectAction {...action} message={message} />
          <CopyAction {...action} message={message} />
          <SavePhraseAction {...action} message={message} />
          <ReadingAids {...action} message={message} />
          {!isOwn && (
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
          {isOwn && message.content === null && (
            <p className="text-ink-soft">{t('There is nothing you can do with this message.')}</p>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** Corrects what the partner wrote, or says that nothing is wrong with it. */
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
        // In this order: the storage has the message before the draft goes.
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
