import type { ChatMessage } from '@parlance/contract/chat';
import { type ContactKind, findContact } from '@parlance/contract/contact-text';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useMemo, useState } from 'react';
import { Banner } from '#ui/banner';

/** A message that offers contact outside the app. */
export interface ContactOffer {
  chatMessageId: string;
  kind: ContactKind;
}

/**
 * Finds a stranger's first contact offer before any reply; null after a reply or when the oldest message is not loaded. `messages` are in
 * order.
 */
export function firstContactOffer(messages: readonly ChatMessage[], partnerId: string): ContactOffer | null {
  if (messages[0]?.sequence !== 1) return null;
  if (messages.some(({ fromUserId }) => fromUserId !== partnerId)) return null;
  for (const { content, chatMessageId } of messages) {
    const kind = content === null ? null : findContact(content);
    if (kind) return { chatMessageId, kind };
  }
  return null;
}

// Dismissed warnings stay hidden until the tab closes.
const dismissed = new Set<string>();

const words = {
  phone: word('This message contains a phone number.'),
  link: word('This message contains a link.'),
  handle: word('This message contains a contact outside Parlance.'),
} satisfies Record<ContactKind, string>;

export interface ContactWarningProps {
  messages: readonly ChatMessage[];
  partnerId: string;
}

/** Catches errors: a throw would unmount the conversation together with the menu for blocking and reporting. */
function offerIn(messages: readonly ChatMessage[], partnerId: string): ContactOffer | null {
  try {
    return firstContactOffer(messages, partnerId);
  } catch (error) {
    reportError(error);
    return null;
  }
}

/** Warns a member when a stranger's first messages offer contact elsewhere. */
export function ContactWarning({ messages, partnerId }: ContactWarningProps) {
  const offer = useMemo(() => offerIn(messages, partnerId), [messages, partnerId]);
  const [, setDismissedId] = useState<string | null>(null);
  if (!offer || dismissed.has(offer.chatMessageId)) return null;
  const dismiss = () => {
    dismissed.add(offer.chatMessageId);
    setDismissedId(offer.chatMessageId);
  };
  return (
    <div className="px-4 pt-3 text-sm sm:px-6">
      <Banner onDismiss={dismiss}>
        {/* words: {found} is a sentence: This message contains a link. */}
        {t(
          '{found} Take your time: here you can block and report people, elsewhere we cannot help. Never send money to somebody you have not met.',
          { found: t(words[offer.kind]) },
        )}
      </Banner>
    </div>
  );
}
