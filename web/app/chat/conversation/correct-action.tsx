import type { ChatMessage } from '@parlance/contract/chat';
import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import Check from 'lucide-react/icons/check';
import PencilLine from 'lucide-react/icons/pencil-line';
import type { ReactNode } from 'react';
import { useChat } from '#chat/engine/chat';
import { CorrectionForm } from '#corrections/correction-form';
import { Button } from '#ui/button';

export interface CorrectActionProps {
  message: ChatMessage;
  partner: FullProfile | undefined;
  isOwn: boolean;
  onDone: () => void;
  onShow: (panel: { title: string; body: ReactNode }) => void;
}

/** Corrects what the partner wrote, or says that nothing is wrong with it. */
export function CorrectAction({ message, partner, isOwn, onDone, onShow }: CorrectActionProps) {
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
