import type { ChatMessage } from '@parlance/contract/chat';
import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import { useChat, useOutbox } from '#chat/engine/chat';
import { type ConversationCache, olderOffset } from '#chat/engine/conversation-cache';
import { heldUntil } from '#chat/engine/partner-queue';
import { previewOf } from '#chat/messages/message-text';
import { sentence } from '#lib/sentence';
import { useLaterModule } from '#lib/use-later-module';
import { dayChangeGridMs, useNow } from '#lib/use-now';
import { nameOf } from '#people/person-name';
import { type ConversationRow, conversationRows, newMessagesRowId } from './conversation-rows';
import type { ConversationDraft } from './draft';
import { MessageBubble } from './message-bubble';
import { useOlder } from './older-reader';
import { OutgoingBubble } from './outgoing-bubble';
import { RowScroller } from './row-scroller';
import type { Place } from './row-window';

const belowTopPx = 72;

export interface MessageListProps {
  partnerId: string;
  partner: FullProfile | undefined;
  conversation: ConversationCache;
  draft: ConversationDraft;
  /** Each new object scrolls the list to its place. */
  goTo: { place: Place } | null;
  onGoTo: (goTo: { place: Place }) => void;
  onReport: (message: ChatMessage) => void;
}

export function MessageList(props: MessageListProps) {
  const { partnerId, partner, conversation, draft, goTo, onGoTo, onReport } = props;
  const chat = useChat();
  const partnerName = partner ? nameOf(partner) : '';
  const { messages } = conversation;
  const { entries, progress, waits } = useOutbox(chat);
  const newFrom = useSyncExternalStore(chat.newMarks.subscribe, chat.newMarks.getState)[partnerId] ?? null;
  const now = useNow(dayChangeGridMs);
  const older = useOlder(chat, partnerId);
  const [chosen, setChosen] = useState<ChatMessage | null>(null);
  const [quoted, setQuoted] = useState<string | null>(null);
  const actions = useLaterModule(() => import('./message-actions'), {
    isWanted: chosen !== null || quoted !== null,
  });
  const shownPicture = useSearchParams()[0].get('picture');
  const viewer = useLaterModule(() => import('#chat/pictures/picture-viewer'), {
    isWanted: shownPicture !== null,
  });
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
          {...row}
          partnerName={partnerName}
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
        {...row}
        onReload={chat.reloadMessage}
        onQuote={setQuoted}
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
        goTo={goTo}
        hasOlder={olderOffset(conversation) !== null}
        isLoadingOlder={older.isLoadingOlder}
        onNearTop={older.lookNearTop}
        onOlder={older.press}
      />
      <Announcer messages={messages} partnerId={partnerId} partnerName={partnerName} />
      {actions && (
        <actions.MessageActions
          message={chosen}
          quoted={quoted}
          partnerId={partnerId}
          partner={partner}
          draft={draft}
          rows={rows}
          onChoose={setChosen}
          onQuoted={setQuoted}
          onGoTo={onGoTo}
          onReport={onReport}
        />
      )}
      {viewer && (
        <viewer.PictureViewer
          message={messages.find(({ chatMessageId }) => chatMessageId === shownPicture)}
          onReload={(message) => chat.reloadMessage(partnerId, message)}
        />
      )}
    </>
  );
}

interface AnnouncerProps {
  messages: ChatMessage[];
  partnerId: string;
  partnerName: string;
}

/** Announces new partner messages to screen readers; rows that scrolling renders are not announced. */
function Announcer({ messages, partnerId, partnerName }: AnnouncerProps) {
  const newest = messages.at(-1);
  const seen = useRef(newest?.sequence ?? 0);
  const [{ words, count }, setSaid] = useState({ words: '', count: 0 });
  useEffect(() => {
    const sequence = newest?.sequence ?? 0;
    if (!newest || sequence <= seen.current) return;
    seen.current = sequence;
    if (newest.fromUserId !== partnerId) return;
    // words: said to screen readers when a message arrives
    const said = t('{name}: {message}', { name: partnerName, message: previewOf(newest) });
    setSaid((before) => ({ words: said, count: before.count + 1 }));
  }, [newest, partnerId, partnerName]);
  // Two regions in turn: a message with the same words as the last one would not change one region.
  return [0, 1].map((region) => (
    <p key={region} aria-live="polite" className="sr-only">
      {count % 2 === region && words}
    </p>
  ));
}

export function DayHeading({ heading }: { heading: string }) {
  return (
    <h2 className="px-4 pt-5 pb-3 text-center font-sans text-sm font-medium text-ink-faint first-letter:uppercase sm:px-6">
      {heading}
    </h2>
  );
}

export function NewMessagesLine() {
  return (
    <p className="flex items-center gap-3 px-4 pt-2 pb-4 text-sm font-medium text-ink sm:px-6">
      <span aria-hidden="true" className="h-px flex-1 bg-line-strong" />
      {t('New messages')}
      <span aria-hidden="true" className="h-px flex-1 bg-line-strong" />
    </p>
  );
}

export function NothingYet({ partnerName, isBlocked }: { partnerName: string; isBlocked: boolean }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col items-center gap-2 overflow-y-auto px-6 pt-16 text-center">
      <p className="text-lg font-medium">{t('No messages yet')}</p>
      {!isBlocked && (
        <p className="max-w-reading text-ink-soft">
          {sentence('Say hello to {name} in the language you are learning. A short sentence is enough.', {
            name: <bdi>{partnerName}</bdi>,
          })}
        </p>
      )}
    </div>
  );
}
