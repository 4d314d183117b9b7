import { t } from '@parlance/words/current';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { type ComponentType, memo, useSyncExternalStore } from 'react';
import { knownLanguageOf, subscribeKnownLanguages } from '#aids/known-languages';
import type { ChatEngine } from '#chat/engine/chat-engine';
import { clockText, markerOf, previewOf } from '#chat/messages/message-text';
import { VoicePlayer } from '#chat/voice/voice-player';
import type { BelowMessageProps } from './below-message';
import { Bubble, BubbleFoot } from './bubble';
import type { MessageRow } from './conversation-rows';
import { MessageWords } from './message-words';

export interface MessageBubbleProps
  extends BelowMessageProps,
    Pick<MessageRow, 'looksRight' | 'continues' | 'isFollowed'> {
  onReload: ChatEngine['reloadMessage'];
  /** What stands below the bubble, once it is there. */
  Below?: ComponentType<BelowMessageProps> | undefined;
}

/** A message that the server has. */
export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const { message, isOwn, continues, isFollowed, looksRight, onReload, onChoose, Below } = props;
  const language = () => knownLanguageOf(message.chatMessageId);
  const lang = useSyncExternalStore(subscribeKnownLanguages, language, language);
  const partnerId = isOwn ? message.toUserId : message.fromUserId;
  const freshUrl = async () => (await onReload(partnerId, message))?.audioUrl ?? null;
  const foot = (
    <BubbleFoot isOwn={isOwn}>
      <time dateTime={message.createdAt.toISOString()}>{clockText(message.createdAt)}</time>
      {isOwn && ` · ${markerOf(message)}`}
    </BubbleFoot>
  );
  return (
    <Bubble
      isOwn={isOwn}
      continues={continues}
      isFollowed={isFollowed}
      action={
        <button
          type="button"
          aria-label={t('Message options')}
          onClick={() => onChoose(message)}
          className="flex size-11 shrink-0 items-center justify-center rounded-md text-ink-faint opacity-0 transition-opacity group-hover:opacity-100 hover:bg-sunken focus-visible:opacity-100 pointer-coarse:opacity-100"
        >
          <Ellipsis aria-hidden="true" className="size-5" />
        </button>
      }
      note={Below && <Below {...props} />}
    >
      {message.content === null ? (
        <VoicePlayer
          src={message.audioUrl}
          freshSrc={freshUrl}
          durationMs={message.durationMs ?? 0}
          waveform={message.waveform}
          beside={foot}
        />
      ) : (
        <>
          {message.corrects ? (
            <MessageWords content={previewOf(message, looksRight)} />
          ) : (
            <MessageWords content={message.content} lang={lang} />
          )}
          {foot}
        </>
      )}
    </Bubble>
  );
});
