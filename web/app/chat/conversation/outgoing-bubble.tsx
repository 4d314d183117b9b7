import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { KeptPicture, OutboxEntry } from '#chat/engine/chat-storage';
import { clockText, previewOf } from '#chat/messages/message-text';
import { MessagePicture } from '#chat/pictures/message-picture';
import { VoicePlayer } from '#chat/voice/voice-player';
import { classNames } from '#lib/class-names';
import { useLaterModule } from '#lib/use-later-module';
import { Button } from '#ui/button';
import { Bubble, BubbleFoot } from './bubble';
import type { SpokenRow } from './conversation-rows';
import { MessageWords } from './message-words';
import { Quote } from './quote';

export interface OutgoingBubbleProps extends Pick<SpokenRow, 'continues' | 'isFollowed'> {
  entry: OutboxEntry;
  partnerName: string;
  /** Uploaded fraction of a file, from 0 to 1. */
  progress: number | null;
  /** End of a rate limit, shown with retry and discard. */
  heldUntil: Date | null;
  /** Time of the next retry after a server error. */
  nextTryAt: Date | null;
  onRetry: (clientMessageId: string) => Promise<void>;
  onDiscard: (clientMessageId: string) => Promise<void>;
}

// The displayed clock has no seconds.
const soonMs = 60_000;

function stateOf(
  { entry, progress, heldUntil, nextTryAt }: OutgoingBubbleProps,
  words: typeof import('./waiting-words') | null,
  now: Date,
): string {
  if (entry.failure !== null) return t('Not sent');
  if (heldUntil) return t(word('Waiting', 'state of a message'));
  if (progress !== null) return t('Sending... {percent}%', { percent: Math.round(progress * 100) });
  const waitMs = nextTryAt ? nextTryAt.getTime() - now.getTime() : 0;
  if (words && nextTryAt && waitMs > soonMs) return words.nextTryText(nextTryAt, now);
  return waitMs > 0 ? t('Waiting, next try soon') : t('Sending...');
}

/** A queued, rate-limited or refused message, with retry and discard. */
export function OutgoingBubble(props: OutgoingBubbleProps) {
  const { entry, partnerName, continues, isFollowed, heldUntil, nextTryAt, onRetry, onDiscard } = props;
  const { clientMessageId, partnerId, content, failure, changed, audio, picture } = entry;
  const { createdAt, deletedAt } = changed ?? { createdAt: entry.createdAt };
  const repliesTo = deletedAt ? null : (changed ?? entry).repliesTo;
  // A sent recording is no longer stored here, so a refused deletion shows only its name.
  const isOnlyNamed = entry.corrects || deletedAt || (changed?.audioUrl && content === null);
  const now = new Date();
  const words = useLaterModule(() => import('./waiting-words'), {
    isWanted: heldUntil !== null || nextTryAt !== null,
  });
  const state = stateOf(props, words, now);
  const trouble = failure ?? (heldUntil && (words?.heldText(heldUntil, now) ?? ''));
  const foot = (
    <BubbleFoot isOwn={!deletedAt}>
      <time dateTime={createdAt.toISOString()}>{clockText(createdAt)}</time> · {state}
    </BubbleFoot>
  );
  return (
    <Bubble
      isOwn
      continues={continues}
      isFollowed={isFollowed}
      isRefused={failure !== null}
      isDeleted={!!deletedAt}
      note={
        trouble !== null ? (
          <div
            role={failure === null ? 'status' : 'alert'}
            className={classNames(
              'flex flex-wrap items-center justify-end gap-x-1 text-sm',
              failure === null ? 'text-ink-soft' : 'text-danger',
            )}
          >
            <span>{trouble}</span>
            <span className="flex">
              <Button variant="quiet" onClick={() => void onRetry(clientMessageId)}>
                {t('Retry')}
              </Button>
              <Button variant="quiet" onClick={() => void onDiscard(clientMessageId)}>
                {changed ? t('Cancel') : t('Delete')}
              </Button>
            </span>
          </div>
        ) : (
          picture && (
            <Button variant="quiet" className="text-sm" onClick={() => void onDiscard(clientMessageId)}>
              {t('Cancel')}
            </Button>
          )
        )
      }
    >
      {repliesTo && (
        <Quote quoted={repliesTo} authorName={repliesTo.userId === partnerId ? partnerName : null} />
      )}
      {audio ? (
        <OutgoingVoice entry={entry} foot={foot} />
      ) : (
        <>
          {picture && <OutgoingPicture clientMessageId={clientMessageId} picture={picture} />}
          {changed?.picture && <MessagePicture {...changed.picture} src={changed.picture.url} />}
          {isOnlyNamed ? (
            <MessageWords content={previewOf({ ...entry, deletedAt })} />
          ) : (
            content !== null && <MessageWords content={content} />
          )}
          {foot}
        </>
      )}
    </Bubble>
  );
}

/** Object URL of stored bytes. Each storage read returns a new copy, so the id is the cache key. */
function useKeptUrl(id: string, bytes: ArrayBuffer | undefined, type = ''): string | null {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id stands for the bytes
  const src = useMemo(() => (bytes ? URL.createObjectURL(new Blob([bytes], { type })) : null), [id]);
  useEffect(() => () => void (src && URL.revokeObjectURL(src)), [src]);
  return src;
}

function OutgoingPicture({ clientMessageId, picture }: { clientMessageId: string; picture: KeptPicture }) {
  const src = useKeptUrl(clientMessageId, picture.bytes, picture.type);
  return <MessagePicture src={src ?? ''} width={picture.width} height={picture.height} />;
}

function OutgoingVoice({ entry, foot }: { entry: OutboxEntry; foot: ReactNode }) {
  const { clientMessageId, audio } = entry;
  const src = useKeptUrl(clientMessageId, audio?.bytes, audio?.type);
  return (
    <VoicePlayer src={src} durationMs={audio?.durationMs ?? 0} waveform={audio?.waveform} beside={foot} />
  );
}
