import type { ChatMessage } from '@parlance/contract/chat';
import { type ContactKind, findContact } from '@parlance/contract/contact-detection';

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
