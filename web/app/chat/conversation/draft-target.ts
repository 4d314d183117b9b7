import type { ChatMessage } from '@parlance/contract/chat';
import type { ConversationDraft } from './draft';
import { quoteOf } from './message-rules';

const focusComposer = () => globalThis.document?.querySelector<HTMLElement>('[data-composer]')?.focus();

/** Makes the draft a reply to a message and cancels a pending edit. */
export function replyTo(draft: ConversationDraft, message: ChatMessage): void {
  cancelEdit(draft);
  draft.set({ repliesTo: quoteOf(message) });
  focusComposer();
}

/** Puts a message's text into the composer; the previous text is restored afterwards. */
export function beginEdit(draft: ConversationDraft, message: ChatMessage): void {
  cancelEdit(draft);
  draft.set({ edits: { message, before: draft.getState().text }, text: message.content ?? '' });
  focusComposer();
}

export function cancelEdit(draft: ConversationDraft): void {
  const { edits } = draft.getState();
  if (edits) draft.set({ text: edits.before, edits: undefined });
}
