import { NetworkError } from '@parlance/client/network-error';
import type { ChatMessage } from '@parlance/contract/chat';
import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import WifiOff from 'lucide-react/icons/wifi-off';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Navigate, useParams } from 'react-router';
import type { SenderNoteProps } from '#contact/sender-note';
import { pageTitle } from '#lib/brand';
import { classNames } from '#lib/class-names';
import { failureMessage } from '#lib/failure-message';
import { useLaterModule } from '#lib/use-later-module';
import { profileQuery } from '#people/people-queries';
import { nameOf } from '#people/person-name';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Skeleton } from '#ui/skeleton';
import { Spinner } from '#ui/spinner';
import { Composer } from './conversation/composer';
import { ConversationHeader } from './conversation/conversation-header';
import { useDraft } from './conversation/draft';
import { type Composing, LeaveGuard } from './conversation/leave-guard';
import { MessageList } from './conversation/message-list';
import type { Place } from './conversation/row-window';
import { TurnsMeter, useTurns } from './conversation/turns';
import { useChat, useConversation, useOutbox } from './engine/chat';
import { chatListQuery } from './engine/chat-queries';

// The component sets the title itself: the partner's name is loaded later.
export const meta = () => [];

const askAgainMs = 5000;

export default function Conversation() {
  const { userId: partnerId = '' } = useParams();
  const { runtime, user } = useSignedIn();
  const cache = useQueryClient();
  const profile = useQuery({
    ...profileQuery(runtime.calls, user.userId, partnerId, cache),
    refetchInterval: ({ state }) => state.error instanceof NetworkError && askAgainMs,
  });
  // An unavailable partner or the member's own id redirects to the list (docs/specification/chat.md#conversation-screen). A network error
  // does not: the member keeps the draft on screen.
  const isNobody = profile.isError && !profile.data && !(profile.error instanceof NetworkError);
  if (isNobody || partnerId === user.userId) return <Navigate to="/chats" replace />;
  return (
    <>
      <title>
        {pageTitle(profile.data ? t('Chat with {name}', { name: nameOf(profile.data) }) : t('Conversation'))}
      </title>
      <ConversationView key={partnerId} partnerId={partnerId} profile={profile.data} />
    </>
  );
}

const none: ChatMessage[] = [];

interface ConversationViewProps {
  partnerId: string;
  profile: FullProfile | undefined;
}

function ConversationView({ partnerId, profile }: ConversationViewProps) {
  const chat = useChat();
  const query = useConversation(partnerId);
  const messages = query.data?.messages ?? none;
  const { entries } = useOutbox(chat);
  const isOutgoing = entries.some((entry) => entry.partnerId === partnerId);
  // An answer was on its way when this screen opened: the messages may be read before it arrives.
  const [isAnswering] = useState(isOutgoing);
  const turns = useTurns(query.data ? messages : null);
  const draft = useDraft(chat, partnerId);
  const [goTo, setGoTo] = useState<{ place: Place } | null>(null);
  const [composing, setComposing] = useState<Composing>('nothing');
  const [reported, setReported] = useState<ChatMessage | null>(null);
  // The contact warning applies only until the member replies to a stranger.
  const isUnanswered = messages.length > 0 && messages.every(({ fromUserId }) => fromUserId === partnerId);
  const isFirst = query.data && !messages.some(({ fromUserId }) => fromUserId === partnerId);
  const contact = useLaterModule(() => import('./conversation/contact-warning'), { isWanted: isUnanswered });
  const report = useLaterModule(() => import('./conversation/report-dialog'), {
    isWanted: reported !== null,
  });
  const session = useLaterModule(() => import('#call/session-place'), {
    isWanted: 'parlance.call' in sessionStorage || profile?.meetsUser === true,
  });
  const listed = useListed(partnerId);
  const known = profile ?? listed;
  const name = known ? nameOf(known) : '';

  useEffect(() => chat.open(partnerId), [chat, partnerId]);

  const lastReceived = messages.findLast(
    ({ fromUserId, deletedAt }) => fromUserId === partnerId && !deletedAt,
  );
  if (query.data?.isRequest && !isOutgoing && !isAnswering)
    return <Navigate to={`/requests/${partnerId}`} replace />;
  return (
    <section
      aria-label={name ? t('Conversation with {name}', { name }) : t('Conversation')}
      className="group/conversation relative flex h-full flex-col"
    >
      <ConversationHeader profile={profile} onReport={lastReceived && (() => setReported(lastReceived))} />
      {session && profile && <session.SessionPlace partner={profile} />}
      <TurnsMeter turns={turns} />
      <ConnectionNotice />
      {contact && <contact.ContactWarning messages={messages} partnerId={partnerId} />}
      {query.data ? (
        <MessageList
          partnerId={partnerId}
          partner={profile}
          conversation={query.data}
          draft={draft}
          goTo={goTo}
          onGoTo={setGoTo}
          onReport={setReported}
        />
      ) : query.isError ? (
        <ConversationFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ConversationSkeleton />
      )}
      {isFirst && <SenderLimits partnerId={partnerId} isNew={messages.length === 0 && !isOutgoing} />}
      <Composer
        partnerId={partnerId}
        profile={profile}
        draft={draft}
        onSent={() => setGoTo({ place: 'end' })}
        onComposing={setComposing}
      />
      <LeaveGuard
        partnerId={partnerId}
        isOutgoing={isOutgoing}
        composing={composing}
        turns={turns}
        isBlocked={profile?.isBlockedByUser === true}
      />
      {report && (
        <report.ReportDialog message={reported} partner={profile} onClose={() => setReported(null)} />
      )}
    </section>
  );
}

/** The partner as the list of conversations knows them: the region has to have its name when it gets the focus, before the profile is read. */
function useListed(partnerId: string) {
  const { runtime, user } = useSignedIn();
  const list = useQueryClient().getQueryData(chatListQuery(runtime.calls, user.userId, '').queryKey);
  return list?.pages.flatMap(({ chats }) => chats).find(({ profile }) => profile.userId === partnerId)
    ?.profile;
}

const shapes = ['w-2/5', 'ms-auto w-1/3', 'w-3/5', 'ms-auto w-1/2', 'w-1/4'];

export function ConversationSkeleton() {
  return (
    <div className="grid min-h-0 flex-1 content-end gap-4 overflow-hidden px-4 py-6 sm:px-6">
      <div className="sr-only">
        <Spinner label={t('Loading messages...')} />
      </div>
      {shapes.map((shape) => (
        <Skeleton key={shape} className={classNames('h-14 rounded-xl', shape)} />
      ))}
    </div>
  );
}

export function ConversationFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="min-h-0 flex-1 p-4 sm:p-6">
      <Banner tone="danger" action={<Button onClick={onRetry}>{t('Try again')}</Button>}>
        {failureMessage(error, t('This conversation could not be loaded. Nothing was lost.'))}
      </Banner>
    </div>
  );
}

// A network change interrupts the connection briefly; no notice is needed for that.
const shortMs = 3000;

/** Banner for a connection that stays lost; drafts and queued messages are kept. */
function ConnectionNotice() {
  const { realtime } = useSignedIn().runtime;
  const status = useSyncExternalStore(realtime.subscribe, realtime.getStatus);
  const [isGone, setGone] = useState(false);
  const isConnected = status === 'connected';
  useEffect(() => {
    if (isConnected) {
      setGone(false);
      return;
    }
    const timer = setTimeout(() => setGone(true), shortMs);
    return () => clearTimeout(timer);
  }, [isConnected]);
  return (
    <div role="status">
      {isGone && !isConnected && (
        <p className="flex items-center gap-2.5 border-b border-line bg-sunken px-4 py-2 text-sm text-ink-soft sm:px-6">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          {t('No connection. What you write is kept and sent once you are online.')}
        </p>
      )}
    </div>
  );
}

/** Mounted only before the first answer, so that other conversations do not load it. */
function SenderLimits(props: SenderNoteProps) {
  const sender = useLaterModule(() => import('#contact/sender-note'));
  return sender && <sender.SenderNote {...props} />;
}
