import type { SessionRuntime } from '#session/session-runtime';
import { chatOf } from './engine/chat';
import { namedMessageId } from './engine/sending';

interface Note {
  /** Whom it is for. */
  partnerId: string;
  text: string;
  /** What it belongs to, such as the id of the booked slot: the same text for another slot is another message. */
  about: string;
}

/**
 * Sends the note of a booking as an ordinary message (docs/specification/schedule.md#booking-screen). It resolves when the note is kept in this browser,
 * which then sends it as soon as it can; called again with the same note, nothing more is sent.
 */
export async function sendNote(runtime: SessionRuntime, userId: string, note: Note): Promise<void> {
  const { partnerId, text, about } = note;
  const clientMessageId = await namedMessageId('note', userId, partnerId, about, text.trim());
  await chatOf(runtime, userId).sendOnce(partnerId, text, clientMessageId);
}
