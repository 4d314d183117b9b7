import { popups } from '@parlance/contract/chat';
import { counted } from '@parlance/words/current';

export interface Popup {
  id: string;
  senderUserId: string;
  senderName: string;
  senderImageUrl: string | null;
  preview: string;
}

/** What is on the screen and what waits for room; oldest first. */
export interface PopupQueue {
  shown: Popup[];
  waiting: Popup[];
}

export const emptyQueue: PopupQueue = { shown: [], waiting: [] };

/** A new one is shown if there is room, else it waits. */
export function addPopup(queue: PopupQueue, popup: Popup): PopupQueue {
  if ([...queue.shown, ...queue.waiting].some(({ id }) => id === popup.id)) return queue;
  return fill({ ...queue, waiting: [...queue.waiting, popup] });
}

/** One has faded or was closed: the next in the queue takes its place. */
export function removePopup(queue: PopupQueue, id: string): PopupQueue {
  const others = (list: Popup[]) => list.filter((popup) => popup.id !== id);
  return fill({ shown: others(queue.shown), waiting: others(queue.waiting) });
}

/** Somebody's conversation was opened: what they sent needs no popup any more. */
export function removeSender(queue: PopupQueue, senderUserId: string): PopupQueue {
  const others = (list: Popup[]) => list.filter((popup) => popup.senderUserId !== senderUserId);
  return fill({ shown: others(queue.shown), waiting: others(queue.waiting) });
}

/** The pill below the popups; null when nothing waits. */
export const waitingLabel = ({ waiting }: PopupQueue): string | null =>
  waiting.length === 0 ? null : counted(waiting.length, '1 more message(s)', '{count} more message(s)');

function fill({ shown, waiting }: PopupQueue): PopupQueue {
  const room = Math.max(0, popups.max - shown.length);
  return { shown: [...shown, ...waiting.slice(0, room)], waiting: waiting.slice(room) };
}
