import type { ChatMessage } from '@parlance/contract/chat';
import { type ContactKind, findContact } from '@parlance/contract/contact-detection';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useMemo, useState } from 'react';
import { Banner } from '#ui/banner';

/** A message to be careful with. */
export interface ContactOffer {
  chatMessageId: string;
  kind: ContactKind;
}

/**
 * The first contact that a stranger offers before one has ever answered. Nothing is said to the sender, nor once one has
 * answered: then it is between the two. `messages` are in order and may lack the oldest.
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

// Until the tab closes: somebody who has read it once need not read it on every visit.
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

/** An error here would take the whole conversation from the screen, and with it the menu that blocks and reports. */
function offerIn(messages: readonly ChatMessage[], partnerId: string): ContactOffer | null {
  try {
    return firstContactOffer(messages, partnerId);
  } catch (error) {
    reportError(error);
    return null;
  }
}

/** A calm word to somebody whom a stranger wants to lead elsewhere with their first message. */
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
