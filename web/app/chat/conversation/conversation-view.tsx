import type { ChatMessage } from '@parlance/contract/chat';
import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useChat, useOutbox } from '#chat/engine/chat';
import { conversationQuery } from '#chat/engine/chat-queries';
import { useLaterModule } from '#lib/use-later-module';
import { nameOf } from '#people/person-name';
import { useSignedIn } from '#session/signed-in';
import { Composer } from './composer';
import { ConnectionNotice } from './connection-notice';
import { ConversationHeader } from './conversation-header';
import { ConversationFailed, ConversationSkeleton } from './conversation-states';
import { LeaveGuard } from './leave-guard';
import type { Composing } from './leave-rules';
import { MessageList } from './message-list';
import { TurnsMeter } from './turns-meter';
import { useTurns } from './use-turns';

const none: ChatMessage[] = [];

export interface ConversationViewProps {
  partnerId: string;
  profile: FullProfile | undefined;
}

/** One conversation: who it is with, how far it got, what was said, and where to write. */
export function ConversationView({ partnerId, profile }: ConversationViewProps) {
  const chat = useChat();
  const { runtime } = useSignedIn();
  const cache = useQueryClient();
  // The engine reads and keeps it up to date; here it is only looked at.
  const query = useQuery({
    ...conversationQuery(runtime.calls, chat.userId, partnerId, cache),
    enabled: false,
  });
  const messages = query.data?.messages ?? none;
  const { entries } = useOutbox(chat);
  const isOutgoing = entries.some((entry) => entry.partnerId === partnerId);
  const turns = useTurns(query.data ? messages : null);
  const [sentCount, setSentCount] = useState(0);
  const [composing, setComposing] = useState<Composing>('nothing');
  const [reported, setReported] = useState<ChatMessage | null>(null);
  // Only the first words of a stranger are looked at.
  const isUnanswered = messages.length > 0 && messages.every(({ fromUserId }) => fromUserId === partnerId);
  const contact = useLaterModule(() => import('./contact-warning'), { isWanted: isUnanswered });
  const report = useLaterModule(() => import('./report-dialog'), { isWanted: reported !== null });
  const session = useLaterModule(() => import('#call/session-place'), {
    isWanted: 'parlance.call' in sessionStorage || profile?.meetsUser === true,
  });
  const name = profile ? nameOf(profile) : '';

  useEffect(() => chat.open(partnerId), [chat, partnerId]);

  const lastReceived = messages.findLast((message) => message.fromUserId === partnerId);
  return (
    <section
      aria-label={name ? t('Conversation with {name}', { name }) : t('Conversation')}
      className="group/conversation flex h-full flex-col"
    >
      <ConversationHeader profile={profile} onReport={lastReceived && (() => setReported(lastReceived))} />
      {session && profile && <session.SessionPlace partner={profile} />}
      <TurnsMeter turns={turns} />
      <ConnectionNotice />
      {contact && <contact.ContactWarning messages={messages} partnerId={partnerId} />}
      {query.data ? (
        <MessageList
          chat={chat}
          partnerId={partnerId}
          partner={profile}
          partnerName={name}
          conversation={query.data}
          sentCount={sentCount}
          onReport={setReported}
        />
      ) : query.isError ? (
        <ConversationFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ConversationSkeleton />
      )}
      <Composer
        chat={chat}
        partnerId={partnerId}
        profile={profile}
        onSent={() => setSentCount((count) => count + 1)}
        onComposing={setComposing}
      />
      <LeaveGuard isOutgoing={isOutgoing} composing={composing} turns={turns} />
      {report && (
        <report.ReportDialog message={reported} partner={profile} onClose={() => setReported(null)} />
      )}
    </section>
  );
}
