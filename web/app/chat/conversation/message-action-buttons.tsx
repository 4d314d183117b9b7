import type { ChatMessage } from '@parlance/contract/chat';
import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import PencilLine from 'lucide-react/icons/pencil-line';
import Trash from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { useChat } from '#chat/engine/chat';
import { CorrectionForm } from '#corrections/correction-form';
import { Button } from '#ui/button';
import { copyText } from '#ui/copy-text';
import { tombstoneOf } from './message-rules';

interface MessageActionProps {
  message: ChatMessage;
  partner: FullProfile | undefined;
  isOwn: boolean;
  onDone: () => void;
  /** Replaces the actions with a panel, such as a form. */
  onShow: (panel: MessagePanel) => void;
}

export interface MessagePanel {
  title: string;
  body: ReactNode;
}

/** Deletes an own message for both sides after confirmation. */
export function DeleteAction({ message, onDone, onShow }: MessageActionProps) {
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

/** Corrects a partner's text or confirms that it is right. The server refuses corrections of captions. */
export function CorrectAction({ message, partner, isOwn, onDone, onShow }: MessageActionProps) {
  const chat = useChat();
  const { chatMessageId, content, fromUserId, type } = message;
  if (isOwn || type !== 'text' || content === null || partner?.isBlockedByUser) return null;
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

export function CopyAction({ message, onDone }: MessageActionProps) {
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
