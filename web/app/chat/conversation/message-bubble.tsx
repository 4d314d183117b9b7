import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { type ComponentType, memo, useSyncExternalStore } from 'react';
import { knownLanguageOf, subscribeKnownLanguages } from '#aids/known-languages';
import type { ChatEngine } from '#chat/engine/chat-engine';
import { clockText, markerOf, previewOf } from '#chat/messages/message-text';
import { MessagePicture } from '#chat/pictures/message-picture';
import { VoicePlayer } from '#chat/voice/voice-player';
import type { BelowMessageProps } from './below-message';
import { Bubble, BubbleFoot } from './bubble';
import type { MessageRow } from './conversation-rows';
import { MessageWords } from './message-words';
import { Quote } from './quote';

export interface MessageBubbleProps
  extends BelowMessageProps,
    Pick<MessageRow, 'looksRight' | 'continues' | 'isFollowed'> {
  onReload: ChatEngine['reloadMessage'];
  /** Scrolls to the quoted message. */
  onQuote: (chatMessageId: string) => void;
  /** Loaded lazily. */
  Below?: ComponentType<BelowMessageProps> | undefined;
}

/** A message stored on the server. */
export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const {
    message,
    isOwn,
    partnerName,
    continues,
    isFollowed,
    looksRight,
    onReload,
    onQuote,
    onChoose,
    Below,
  } = props;
  const { chatMessageId, content, createdAt, deletedAt, editedAt, picture, repliesTo } = message;
  const language = () => knownLanguageOf(chatMessageId);
  const lang = useSyncExternalStore(subscribeKnownLanguages, language, language);
  const partnerId = isOwn ? message.toUserId : message.fromUserId;
  const reload = () => onReload(partnerId, message);
  const foot = (
    <BubbleFoot isOwn={isOwn && !deletedAt}>
      {editedAt && !deletedAt && `${t(word('Edited', 'a message'))} · `}
      <time dateTime={createdAt.toISOString()}>{clockText(createdAt)}</time>
      {isOwn && !deletedAt && ` · ${markerOf(message)}`}
    </BubbleFoot>
  );
  const contentId = `message-${chatMessageId}`;
  const isVoice = content === null && !deletedAt && !picture;
  return (
    <Bubble
      isOwn={isOwn}
      contentId={contentId}
      continues={continues}
      isFollowed={isFollowed}
      isDeleted={!!deletedAt}
      action={
        !deletedAt && (
          <button
            type="button"
            aria-label={t('Message options')}
            aria-describedby={contentId}
            onClick={() => onChoose(message)}
            className="flex size-11 shrink-0 items-center justify-center rounded-md text-ink-faint opacity-0 transition-opacity group-hover:opacity-100 hover:bg-sunken focus-visible:opacity-100 pointer-coarse:opacity-100"
          >
            <Ellipsis aria-hidden="true" className="size-5" />
          </button>
        )
      }
      note={Below && <Below {...props} />}
    >
      {repliesTo && (
        <Quote
          quoted={repliesTo}
          authorName={repliesTo.userId === partnerId ? partnerName : null}
          onPress={onQuote}
        />
      )}
      {isVoice ? (
        <VoicePlayer
          src={message.audioUrl}
          freshSrc={async () => (await reload())?.audioUrl ?? null}
          durationMs={message.durationMs ?? 0}
          waveform={message.waveform}
          beside={foot}
        />
      ) : (
        <>
          {picture && (
            <MessagePicture {...picture} src={picture.url} pictureId={chatMessageId} onStale={reload} />
          )}
          {deletedAt || message.corrects ? (
            <MessageWords content={previewOf(message, looksRight)} />
          ) : (
            content !== null && <MessageWords content={content} lang={lang} />
          )}
          {foot}
        </>
      )}
    </Bubble>
  );
});
