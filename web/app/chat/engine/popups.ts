import { type ChatMessage, popups, previewMaxLength } from '@parlance/contract/chat';
import { counted, t } from '@parlance/words/current';
import { previewOf } from '#chat/messages/message-text';
import { shortenText } from '#lib/shorten-text';
import { profileQuery } from '#people/people-queries';
import { nameOf } from '#people/person-name';
import type { ReadingPorts } from './reading';

export interface Popup {
  id: string;
  senderUserId: string;
  senderName: string;
  senderImageUrl: string | null;
  preview: string;
}

/** Visible and queued popups, oldest first. */
export interface PopupQueue {
  shown: Popup[];
  waiting: Popup[];
}

export const emptyQueue: PopupQueue = { shown: [], waiting: [] };

/** Shows a popup if there is room, otherwise queues it. */
export function addPopup(queue: PopupQueue, popup: Popup): PopupQueue {
  if ([...queue.shown, ...queue.waiting].some(({ id }) => id === popup.id)) return queue;
  return fill({ ...queue, waiting: [...queue.waiting, popup] });
}

/** Removes popups; queued ones take their place. */
export function removePopups(queue: PopupQueue, isGone: (popup: Popup) => boolean): PopupQueue {
  const others = (list: Popup[]) => list.filter((popup) => !isGone(popup));
  return fill({ shown: others(queue.shown), waiting: others(queue.waiting) });
}

/** Updates the preview of an edited message; null removes a deleted one. */
export function changePopup(queue: PopupQueue, id: string, preview: string | null): PopupQueue {
  if (preview === null) return removePopups(queue, (popup) => popup.id === id);
  const change = (list: Popup[]) => list.map((popup) => (popup.id === id ? { ...popup, preview } : popup));
  return { shown: change(queue.shown), waiting: change(queue.waiting) };
}

/** Label of the number of queued popups; null for none. */
export const waitingLabel = ({ waiting }: PopupQueue): string | null =>
  waiting.length === 0 ? null : counted(waiting.length, '1 more message(s)', '{count} more message(s)');

function fill({ shown, waiting }: PopupQueue): PopupQueue {
  const room = Math.max(0, popups.max - shown.length);
  return { shown: [...shown, ...waiting.slice(0, room)], waiting: waiting.slice(room) };
}

export const popupWords = (message: ChatMessage): string =>
  shortenText(previewOf(message), previewMaxLength.popup);

const profileFreshMs = 60_000;

/** Builds the popup of a message; 'Someone' where the profile cannot be loaded. */
export async function popupOf(
  message: ChatMessage,
  { calls, userId, cache }: Pick<ReadingPorts, 'calls' | 'userId' | 'cache'>,
): Promise<Popup> {
  const { fromUserId } = message;
  const profile = await cache
    .fetchQuery({ ...profileQuery(calls, userId, fromUserId, cache), staleTime: profileFreshMs })
    .catch(() => null);
  return {
    id: message.chatMessageId,
    senderUserId: fromUserId,
    senderName: profile ? nameOf(profile) : t('Someone'),
    senderImageUrl: profile?.profileImageUrl ?? null,
    preview: popupWords(message),
  };
}
