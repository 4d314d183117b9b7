import type { ChatMessage } from '@parlance/contract/chat';
import { knownLanguageOf } from '#aids/known-languages';
import { clockText } from '#chat/messages/chat-times';
import { markerOf } from '#chat/messages/message-text';
import { type Correction, CorrectionCard } from '#corrections/correction-card';

interface CorrectionsBelowProps {
  message: ChatMessage;
  isOwn: boolean;
  partnerName: string;
  corrections: Correction[] | undefined;
  onChoose: (message: ChatMessage) => void;
}

/** The corrections of a message, below it. */
export function CorrectionsBelow(props: CorrectionsBelowProps) {
  const { message, isOwn, partnerName, corrections, onChoose } = props;
  return corrections?.map((correction) => {
    const { chatMessageId, createdAt, fromUserId } = correction.message;
    // One corrects what the other wrote, and may be corrected in turn.
    const isByMe = (fromUserId === message.fromUserId) === isOwn;
    return (
      <CorrectionCard
        key={chatMessageId}
        correction={correction}
        lang={knownLanguageOf(message.chatMessageId)}
        authorName={isByMe ? null : partnerName}
        foot={
          <>
            <time dateTime={createdAt.toISOString()}>{clockText(createdAt)}</time>
            {isByMe && ` · ${markerOf(correction.message)}`}
          </>
        }
        onMore={() => onChoose(correction.message)}
      />
    );
  });
}
