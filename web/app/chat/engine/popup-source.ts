import { type ChatMessage, previewMaxLength } from '@parlance/contract/chat';
import { t } from '@parlance/words/current';
import { previewOf } from '#chat/messages/message-text';
import { shortenText } from '#lib/shorten-text';
import { profileQuery } from '#people/people-queries';
import { nameOf } from '#people/person-name';
import type { Popup } from './popup-queue';
import type { ReadingPorts } from './reading';

const profileFreshMs = 60_000;

/** Makes the popup of a message. Whose profile cannot be had is 'Someone' (§8). */
export function createPopupSource({
  calls,
  userId,
  cache,
}: Pick<ReadingPorts, 'calls' | 'userId' | 'cache'>) {
  return async (message: ChatMessage): Promise<Popup> => {
    const { fromUserId } = message;
    const profile = await cache
      .fetchQuery({ ...profileQuery(calls, userId, fromUserId, cache), staleTime: profileFreshMs })
      .catch(() => null);
    return {
      id: message.chatMessageId,
      senderUserId: fromUserId,
      senderName: profile ? nameOf(profile) : t('Someone'),
      senderImageUrl: profile?.profileImageUrl ?? null,
      preview: shortenText(previewOf(message), previewMaxLength.popup),
    };
  };
}
