import type { ChatMessage } from '@parlance/contract/chat';
import { BelowAids } from '#aids/below-aids';
import { knownLanguageOf } from '#aids/known-languages';
import { clockText, daysBetween, markerOf } from '#chat/messages/message-text';
import { CorrectionCard } from '#corrections/correction-card';
import type { CorrectionPlaces, MessageRow } from './conversation-rows';

/** What stands below a bubble has to work with. */
export interface BelowMessageProps extends Pick<MessageRow, 'message' | 'isOwn' | 'corrections'> {
  partnerName: string;
  /** Opens what can be done with a message. */
  onChoose: (message: ChatMessage) => void;
}

/** The room below the bubble of a message. */
function BelowMessage(props: BelowMessageProps) {
  return (
    <>
      <BelowAids {...props} />
      <CorrectionsBelow {...props} />
    </>
  );
}

/** Fetched once somebody uses the page, or something is there to be shown. */
export const below = { BelowMessage, createCorrectionPlaces };

/** The corrections of a message, below it. */
function CorrectionsBelow({ message, isOwn, partnerName, corrections, onChoose }: BelowMessageProps) {
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

/** What is new of the partner, from the message of number `newFrom` on, always has a row of its own. */
export function createCorrectionPlaces(newFrom: number | null): CorrectionPlaces {
  // Of a correction it is the row of what that corrects: so everything said about one message stands together.
  const places = new Map<string, { row: MessageRow; content: string | null; looksRight?: boolean }>();
  return {
    take(message, rows) {
      const { chatMessageId, content, corrects, createdAt, fromUserId, sequence = 0 } = message;
      const target = corrects && places.get(corrects.chatMessageId);
      if (!target || target.content === null) return false;
      const { row, content: original } = target;
      row.corrections ??= [];
      row.corrections.push({ message, original });
      places.set(chatMessageId, { row, content, looksRight: content === original });
      const isOwn = (fromUserId === row.message.fromUserId) === row.isOwn;
      const isNew = !isOwn && newFrom !== null && sequence >= newFrom;
      return !isNew && row === rows.at(-1) && daysBetween(row.message.createdAt, createdAt) <= 0;
    },
    open(row) {
      const { chatMessageId, content } = row.message;
      const known = places.get(chatMessageId);
      if (!known) places.set(chatMessageId, { row, content });
      else if (known.looksRight) row.looksRight = true;
    },
  };
}
