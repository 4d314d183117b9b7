import type { SessionRuntime } from '#session/session-runtime';
import { chatOf } from './engine/chat';
import { namedMessageId } from './engine/sending';

interface Words {
  partnerId: string;
  text: string;
}

interface Note extends Words {
  /** Key of the subject, such as the booked slot's id: the same text for another slot is a separate message. */
  about: string;
}

/**
 * Sends the note of a booking as an ordinary message (docs/specification/schedule.md#booking-screen). Resolves once the note is in the
 * outbox; idempotent for the same note.
 */
export async function sendNote(runtime: SessionRuntime, userId: string, note: Note): Promise<void> {
  const { partnerId, text, about } = note;
  const clientMessageId = await namedMessageId('note', userId, partnerId, about, text.trim());
  await chatOf(runtime, userId).sendOnce(partnerId, text, clientMessageId);
}

/** Makes the note of a refused booking the draft of the conversation, unless there is one. */
export async function keepAsDraft(
  runtime: SessionRuntime,
  userId: string,
  { partnerId, text }: Words,
): Promise<void> {
  const chat = chatOf(runtime, userId);
  if (text.trim() === '' || (await chat.readDraft(partnerId))) return;
  await chat.writeDraft(partnerId, { text: text.trim(), audio: null });
}
