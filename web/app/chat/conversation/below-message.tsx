import type { ChatMessage } from '@parlance/contract/chat';
import { BelowAids } from '#aids/below-aids';
import { knownLanguageOf } from '#aids/known-languages';
import { clockText, daysBetween, markerOf } from '#chat/messages/message-text';
import { CorrectionCard } from '#corrections/correction-card';
import type { CorrectionPlaces, MessageRow } from './conversation-rows';

export interface BelowMessageProps extends Pick<MessageRow, 'message' | 'isOwn' | 'corrections'> {
  partnerName: string;
  /** Opens the action dialog of a message. */
  onChoose: (message: ChatMessage) => void;
}

function BelowMessage(props: BelowMessageProps) {
  return (
    <>
      <BelowAids {...props} />
      <CorrectionsBelow {...props} />
    </>
  );
}

/** Loaded on the first interaction, or when a loaded message has corrections. */
export const below = { BelowMessage, createCorrectionPlaces };

function CorrectionsBelow({ message, isOwn, partnerName, corrections, onChoose }: BelowMessageProps) {
  return corrections?.map((correction) => {
    const { chatMessageId, createdAt, fromUserId } = correction.message;
    // Each side corrects the other's messages, and a correction can itself be corrected.
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

/** Groups corrections below their messages. New partner messages, from number `newFrom` on, always keep their own row. */
export function createCorrectionPlaces(newFrom: number | null): CorrectionPlaces {
  // A correction maps to the row of its target, so a chain of corrections stays below one message.
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
