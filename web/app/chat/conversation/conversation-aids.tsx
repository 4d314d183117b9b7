import type { ChatMessage } from '@parlance/contract/chat';
import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { askedAid, askForAid, subscribeAskedAid } from '#aids/asked-aids';
import { hideShareForToday, isShareHidden } from '#aids/hidden-share';
import { isTipped } from '#aids/language-share';
import { ShareNote } from '#aids/share-note';
import { useLanguageShare } from '#aids/use-language-share';
import { useConversation } from '#chat/engine/chat';
import { classNames } from '#lib/class-names';
import { TopicPrompts } from '#topics/topic-prompts';
import { Button } from '#ui/button';

const quietMs = 7 * 24 * 3_600_000;

/** Whether the conversation is empty or had no message for seven days. */
export function isQuiet(messages: readonly Pick<ChatMessage, 'createdAt'>[], now: Date): boolean {
  const newest = messages.at(-1);
  return newest === undefined || now.getTime() - newest.createdAt.getTime() >= quietMs;
}

/** Appends the topic below the typed text. */
export const withTopic = (typed: string, topic: string): string =>
  typed.trim() === '' ? topic : `${typed.trimEnd()}\n${topic}`;

const none: ChatMessage[] = [];

export interface ConversationAidsProps {
  partner: FullProfile;
  typed: string;
  onTopic: (text: string, topicId: string) => void;
}

/** Aids above the composer: topic suggestions for a quiet conversation and a hint when one language dominates. */
export function ConversationAids({ partner, typed, onTopic }: ConversationAidsProps) {
  const { data } = useConversation(partner.userId);
  const messages = data?.messages ?? none;
  const share = useLanguageShare(partner, messages);
  const asked = useSyncExternalStore(subscribeAskedAid, askedAid);
  const isAsked = (what: 'topics' | 'share') =>
    asked?.partnerUserId === partner.userId && asked.what === what;
  const [areTopicsClosed, setTopicsClosed] = useState(false);
  const [isHidden, setHidden] = useState(() => isShareHidden(new Date()));
  useEffect(() => () => askForAid(null), []);

  const place = useRef<HTMLElement>(null);
  /** Moves the focus off the unmounting button; on touch devices the keyboard would cover the conversation, so only to write. */
  const goOn = (isToWrite: boolean) => {
    if (isToWrite || window.matchMedia('(pointer: fine)').matches)
      place.current?.parentElement?.querySelector('textarea')?.focus();
  };
  const closeTopics = (isToWrite = false) => {
    goOn(isToWrite);
    setTopicsClosed(true);
    askForAid(null);
  };
  const areTopicsShown = isAsked('topics') || (!areTopicsClosed && data && isQuiet(messages, new Date()));
  const isShareShown = share && (isAsked('share') || (isTipped(share) && !isHidden));
  if (areTopicsShown) {
    return (
      <section
        ref={place}
        aria-label={t('Something to talk about')}
        className={classNames(
          'grid gap-2 px-2 pb-3',
          // Topic suggestions are hidden during a call.
          !isAsked('topics') && 'group-has-[[data-talking]]/conversation:hidden',
        )}
      >
        <div className="flex items-center gap-2">
          <h2 className="flex-1 text-base">{t('Something to talk about')}</h2>
          <Button variant="quiet" aria-label={t('Close')} onClick={() => closeTopics()} className="px-0!">
            <X aria-hidden="true" className="size-5" />
          </Button>
        </div>
        <TopicPrompts
          partnerUserId={partner.userId}
          onPick={(topic) => {
            onTopic(withTopic(typed, topic.text), topic.topicId);
            closeTopics(true);
          }}
        />
      </section>
    );
  }
  if (!isShareShown) return null;
  return (
    <section ref={place} className="px-2 pb-3">
      <ShareNote
        share={share}
        partner={partner}
        onHide={() => {
          goOn(false);
          hideShareForToday(new Date());
          setHidden(true);
          askForAid(null);
        }}
      />
    </section>
  );
}
