import type { ChatMessage } from '@parlance/contract/chat';
import type { ConversationDraft } from './draft';
import { quoteOf } from './message-rules';

const focusComposer = () => globalThis.document?.querySelector<HTMLElement>('[data-composer]')?.focus();

/** What is written next replies to a message. An edit that was begun is left as it was. */
export function replyTo(draft: ConversationDraft, message: ChatMessage): void {
  cancelEdit(draft);
  draft.set({ repliesTo: quoteOf(message) });
  focusComposer();
}

/** The composer shows the words of a message; what stood there comes back after that. */
export function beginEdit(draft: ConversationDraft, message: ChatMessage): void {
  cancelEdit(draft);
  draft.set({ edits: { message, before: draft.getState().text }, text: message.content ?? '' });
  focusComposer();
}

export function cancelEdit(draft: ConversationDraft): void {
  const { edits } = draft.getState();
  if (edits) draft.set({ text: edits.before, edits: undefined });
}
