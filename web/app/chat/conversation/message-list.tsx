import type { ChatMessage } from '@parlance/contract/chat';
import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useOutbox } from '#chat/engine/chat';
import type { ChatEngine } from '#chat/engine/chat-engine';
import { type ConversationCache, olderOffset } from '#chat/engine/conversation-cache';
import { heldUntil } from '#chat/engine/outbox-order';
import { previewOf } from '#chat/messages/message-text';
import { useLaterModule } from '#lib/use-later-module';
import { dayChangeGridMs, useNow } from '#lib/use-now';
import { showToast } from '#ui/toast';
import { type ConversationRow, conversationRows, newMessagesRowId } from './conversation-rows';
import { DayHeading, NewMessagesLine, NothingYet } from './list-marks';
import { MessageBubble } from './message-bubble';
import { createOlderReader } from './older-reader';
import { OutgoingBubble } from './outgoing-bubble';
import { RowScroller } from './row-scroller';

const belowTopPx = 72;

export interface MessageListProps {
  chat: ChatEngine;
  partnerId: string;
  partner: FullProfile | undefined;
  partnerName: string;
  conversation: ConversationCache;
  /** Counts what was sent from here: each leads to the end of the list. */
  sentCount: number;
  onReport: (message: ChatMessage) => void;
}

export function MessageList(props: MessageListProps) {
  const { chat, partnerId, partner, partnerName, conversation, sentCount, onReport } = props;
  const { messages } = conversation;
  const { entries, progress, waits } = useOutbox(chat);
  const newFrom = useSyncExternalStore(chat.newMarks.subscribe, chat.newMarks.getState)[partnerId] ?? null;
  const now = useNow(dayChangeGridMs);
  const older = useOlder(chat, partnerId);
  const [chosen, setChosen] = useState<ChatMessage | null>(null);
  const actions = useLaterModule(() => import('./message-actions'), { isWanted: chosen !== null });
  const hasCorrections = messages.some(({ corrects }) => corrects);
  const { below } = useLaterModule(() => import('./below-message'), { isWanted: hasCorrections }) ?? {};

  const rows = useMemo(
    () =>
      conversationRows({
        messages,
        outgoing: entries.filter((entry) => entry.partnerId === partnerId),
        userId: chat.userId,
        newFrom,
        now: new Date(now),
        createPlaces: below?.createCorrectionPlaces,
      }),
    [messages, entries, partnerId, chat.userId, newFrom, now, below],
  );

  const renderRow = (row: ConversationRow) => {
    if (row.kind === 'day') return <DayHeading heading={row.heading} />;
    if (row.kind === 'new-messages') return <NewMessagesLine />;
    if (row.kind === 'outgoing') {
      return (
        <OutgoingBubble
          entry={row.entry}
          continues={row.continues}
          isFollowed={row.isFollowed}
          progress={progress[row.id] ?? null}
          heldUntil={heldUntil(row.entry, entries, Date.now())}
          nextTryAt={waits[partnerId] ?? null}
          onRetry={chat.outbox.retry}
          onDiscard={chat.outbox.discard}
        />
      );
    }
    return (
      <MessageBubble
        message={row.message}
        isOwn={row.isOwn}
        continues={row.continues}
        isFollowed={row.isFollowed}
        onReload={chat.reloadMessage}
        corrections={row.corrections}
        looksRight={row.looksRight}
        partnerName={partnerName}
        onChoose={setChosen}
        Below={below?.BelowMessage}
      />
    );
  };

  if (rows.length === 0) {
    return <NothingYet partnerName={partnerName} isBlocked={partner?.isBlockedByUser === true} />;
  }
  return (
    <>
      <RowScroller
        label={t('Messages')}
        rows={rows}
        renderRow={renderRow}
        startAt={newFrom === null ? 'end' : { rowId: newMessagesRowId, below: belowTopPx }}
        toEndSignal={sentCount}
        hasOlder={olderOffset(conversation) !== null}
        isLoadingOlder={older.isLoadingOlder}
        onNearTop={older.lookNearTop}
        onOlder={older.press}
      />
      <Announcer messages={messages} partnerId={partnerId} partnerName={partnerName} />
      {actions && (
        <actions.MessageActions
          message={chosen}
          userId={chat.userId}
          partner={partner}
          rows={rows}
          onChoose={setChosen}
          onReport={onReport}
        />
      )}
    </>
  );
}

function useOlder(chat: ChatEngine, partnerId: string) {
  const reader = useMemo(
    () =>
      createOlderReader({
        load: () => chat.loadOlder(partnerId),
        onFailure: () =>
          showToast({ title: t('Older messages could not be loaded. Please try again.'), tone: 'danger' }),
      }),
    [chat, partnerId],
  );
  const isLoadingOlder = useSyncExternalStore(reader.subscribe, reader.isLoading);
  return { ...reader, isLoadingOlder };
}

interface AnnouncerProps {
  messages: ChatMessage[];
  partnerId: string;
  partnerName: string;
}

/** Tells screen readers what the partner has just said, and nothing of what scrolling brings. */
function Announcer({ messages, partnerId, partnerName }: AnnouncerProps) {
  const newest = messages.at(-1);
  const seen = useRef(newest?.sequence ?? 0);
  const [words, setWords] = useState('');
  useEffect(() => {
    const sequence = newest?.sequence ?? 0;
    if (!newest || sequence <= seen.current) return;
    seen.current = sequence;
    if (newest.fromUserId === partnerId)
      // words: said to screen readers when a message arrives
      setWords(t('{name}: {message}', { name: partnerName, message: previewOf(newest) }));
  }, [newest, partnerId, partnerName]);
  return (
    <p aria-live="polite" className="sr-only">
      {words}
    </p>
  );
}
