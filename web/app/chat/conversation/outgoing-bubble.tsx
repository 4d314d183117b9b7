import { type ReactNode, useEffect, useMemo } from 'react';
import type { OutboxEntry } from '#chat/chat-storage';
import { clockText } from '#chat/chat-times';
import { recordingOf } from '#chat/voice/recording';
import { VoicePlayer } from '#chat/voice/voice-player';
import { Button } from '#ui/button';
import { Bubble, BubbleFoot } from './bubble';
import { MessageWords } from './message-words';

export interface OutgoingBubbleProps {
  entry: OutboxEntry;
  continues: boolean;
  isFollowed: boolean;
  /** How much of a recording is uploaded, from 0 to 1. */
  progress: number | null;
  onRetry: (clientMessageId: string) => Promise<void>;
  onDiscard: (clientMessageId: string) => Promise<void>;
}

/** A message on its way, or one that was refused: then its writer decides. */
export function OutgoingBubble({
  entry,
  continues,
  isFollowed,
  progress,
  onRetry,
  onDiscard,
}: OutgoingBubbleProps) {
  const { clientMessageId, content, failure, createdAt } = entry;
  const share = progress === null ? '' : ` ${Math.round(progress * 100)}%`;
  const state = failure === null ? `Sending...${share}` : 'Not sent';
  const foot = (
    <BubbleFoot isOwn>
      <time dateTime={createdAt.toISOString()}>{clockText(createdAt)}</time> · {state}
    </BubbleFoot>
  );
  return (
    <Bubble
      isOwn
      continues={continues}
      isFollowed={isFollowed}
      isRefused={failure !== null}
      note={
        failure !== null && (
          <div role="alert" className="flex flex-wrap items-center justify-end gap-x-1 text-sm text-danger">
            <span>{failure}</span>
            <span className="flex">
              <Button variant="quiet" onClick={() => void onRetry(clientMessageId)}>
                Retry
              </Button>
              <Button variant="quiet" onClick={() => void onDiscard(clientMessageId)}>
                Delete
              </Button>
            </span>
          </div>
        )
      }
    >
      {content === null ? (
        <OutgoingVoice entry={entry} foot={foot} />
      ) : (
        <>
          <MessageWords content={content} />
          {foot}
        </>
      )}
    </Bubble>
  );
}

function OutgoingVoice({ entry, foot }: { entry: OutboxEntry; foot: ReactNode }) {
  const { clientMessageId, audio } = entry;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each look into the storage makes another copy of the same
  const recording = useMemo(() => audio && recordingOf(audio), [clientMessageId]);
  const src = useMemo(() => recording && URL.createObjectURL(recording.blob), [recording]);
  useEffect(() => () => void (src && URL.revokeObjectURL(src)), [src]);
  return (
    <VoicePlayer
      src={src}
      durationMs={recording?.durationMs ?? 0}
      waveform={recording?.waveform}
      beside={foot}
    />
  );
}
