import { word } from '@parlance/words/word';
import { expect, test } from 'vitest';
import { me, partner, sampleMessage } from '#test/chat-samples';
import { forgottenWords } from '#test/forgotten-words';
import { ConversationFailed, ConversationSkeleton } from './conversation';
import { Target } from './conversation/composer-extras';
import { ContactWarning } from './conversation/contact-warning';
import { ConversationHeader } from './conversation/conversation-header';
import { EmojiPanel } from './conversation/emoji-panel';
import { MessageBubble } from './conversation/message-bubble';
import { DayHeading, NewMessagesLine, NothingYet } from './conversation/message-list';
import { OutgoingBubble } from './conversation/outgoing-bubble';
import { TextComposer } from './conversation/text-composer';
import { TurnsMeter } from './conversation/turns';
import { heldText, nextTryText } from './conversation/waiting-words';
import type { OutboxEntry } from './engine/chat-storage';
import { ChatListFailed, ChatListSkeleton, NoChats, NothingFound } from './list/chat-list';
import { ChatRow } from './list/chat-row';
import { dayHeading, listTimeText, quotedWords } from './messages/message-text';
import { ChosenPictures } from './pictures/chosen-pictures';
import { Viewer } from './pictures/picture-viewer';
import { PopupCard } from './popup-region';
import { UnreadBadge } from './unread';
import { createRecorder, type RecorderFailure } from './voice/recorder';
import { RecordingBar } from './voice/recording-bar';

// Names and messages are digits, so any letters belong to the interface.
const name = '77';
const nothing = () => undefined;
const later = async () => undefined;
const at = new Date(2026, 4, 14, 9, 5);
const profile = {
  userId: partner,
  name,
  description: '1',
  profileImageUrl: null,
  timeZone: 'UTC',
  createdAt: at,
};

test('the list of conversations says everything in the language of the reader', () => {
  const chat = {
    profile,
    unreadCount: 2,
    lastMessage: sampleMessage(1, { content: null, fromUserId: me }),
  };
  const deleted = { ...chat, lastMessage: sampleMessage(1, { content: null, deletedAt: at }) };
  const picture = { ...chat, lastMessage: sampleMessage(1, { content: null, type: 'picture' }) };
  expect(
    forgottenWords(() => (
      <>
        {[chat, deleted, picture].map((each) => (
          <ChatRow key={each.lastMessage.type} chat={each} userId={me} isOpen now={at} />
        ))}
        <ChatListSkeleton />
        <ChatListFailed error={new Error('500')} onRetry={nothing} />
        <NoChats />
        <NothingFound query="1" onClear={nothing} />
        <UnreadBadge unreadMessages={3} />
      </>
    )),
  ).toEqual([]);
});

const quoted = { chatMessageId: '1', userId: me, kind: 'picture' as const, excerpt: '', isDeleted: false };
const picture = { bytes: new ArrayBuffer(0), type: 'image/png', width: 1, height: 1 };

test('a conversation says everything in the language of the reader', () => {
  const bubble = { continues: false, isFollowed: false };
  const message = (changes = {}) => (
    <MessageBubble
      {...bubble}
      isOwn
      message={sampleMessage(1, { fromUserId: me, content: '1', ...changes })}
      onReload={async () => null}
      onQuote={nothing}
      onChoose={nothing}
      partnerName="1"
    />
  );
  const composer = (text: string, isEditing = false) => (
    <TextComposer
      text={text}
      maxLength={4000}
      canBeEmpty={false}
      isEditing={isEditing}
      onTextChange={nothing}
      onSend={nothing}
      onPictures={nothing}
      isMicrophoneStarting={false}
      onRecord={nothing}
    />
  );
  const turns = { count: 4, isCelebrated: true, isHidden: false, isUnderWay: true };
  expect(
    forgottenWords(() => (
      <>
        <ConversationHeader profile={undefined} onReport={nothing} />
        <TurnsMeter turns={turns} />
        <DayHeading heading={dayHeading(at, at)} />
        <NewMessagesLine />
        <NothingYet partnerName={name} isBlocked={false} />
        <ConversationSkeleton />
        <ConversationFailed error={new Error('500')} onRetry={nothing} />
        <ContactWarning messages={[sampleMessage(1, { content: 'https://1.example' })]} partnerId={partner} />
        <EmojiPanel onPick={nothing} onPictures={nothing} onClose={nothing} />
        {message()}
        {message({ deliveredAt: at })}
        {message({ readAt: at })}
        {message({ editedAt: at })}
        {message({ deletedAt: at, content: null })}
        {message({ type: 'picture', content: null, picture: { url: '1', width: 1, height: 1 } })}
        {message({ repliesTo: { ...quoted, isDeleted: true } })}
        {message({ repliesTo: { ...quoted, userId: partner } })}
        <Target title="1" words={quotedWords(quoted)} cancel="1" onCancel={nothing} />
        <ChosenPictures pictures={[picture]} onChange={nothing} />
        <Viewer src="1" caption={null} onStale={later} onClose={nothing} />
        {composer('')}
        {composer('1', true)}
        {composer('1'.repeat(9000))}
        <PopupCard
          popup={{ id: '1', senderUserId: partner, senderName: name, senderImageUrl: null, preview: '1' }}
          isHeld
          onGone={nothing}
        />
      </>
    )),
  ).toEqual([]);
});

test('a message on its way says how it stands in the language of the reader', () => {
  const entry: OutboxEntry = {
    clientMessageId: '1',
    partnerId: partner,
    createdAt: at,
    content: '1',
    audio: null,
    failure: null,
  };
  const inMs = (ms: number) => new Date(Date.now() + ms);
  const bubble = (changes: Partial<Parameters<typeof OutgoingBubble>[0]>) => (
    <OutgoingBubble
      entry={entry}
      partnerName="1"
      continues={false}
      isFollowed={false}
      progress={null}
      heldUntil={null}
      nextTryAt={null}
      onRetry={later}
      onDiscard={later}
      {...changes}
    />
  );
  expect(
    forgottenWords(() => (
      <>
        {bubble({})}
        {bubble({ progress: 0.4 })}
        {bubble({ nextTryAt: inMs(1000) })}
        {[1, 30, 60, 400].map((hours) => (
          <p key={hours}>
            {nextTryText(inMs(hours * 3_600_000), new Date())}
            {heldText(inMs(hours * 3_600_000), new Date())}
          </p>
        ))}
        {bubble({ heldUntil: inMs(86_400_000) })}
        {bubble({ entry: { ...entry, failure: '1' } })}
        {bubble({ entry: { ...entry, picture } })}
        {bubble({ entry: { ...entry, failure: '1', changed: sampleMessage(1, { deletedAt: at }) } })}
      </>
    )),
  ).toEqual([]);
});

test('a recorder says why it does not record in the language of the reader', () => {
  const reasons: RecorderFailure[] = ['denied', 'absent', 'unsupported', 'broken', 'short'];
  const bar = (state: Parameters<typeof RecordingBar>[0]['state']) => (
    <RecordingBar recorder={createRecorder()} state={state} onSend={later} />
  );
  expect(
    forgottenWords(() => (
      <>
        {bar({ status: 'recording', startedAt: 0 })}
        {reasons.map((reason) => (
          <div key={reason}>{bar({ status: 'failed', reason })}</div>
        ))}
      </>
    )),
  ).toEqual([]);
});

test('what is forgotten is seen', () => {
  expect(
    forgottenWords(() => <section aria-label="Close">{listTimeText(new Date(Number.NaN), at)} left</section>),
  ).toEqual(['left', 'Close']);
  expect(forgottenWords(() => word('Forgotten'))).toEqual(['Forgotten']);
});
