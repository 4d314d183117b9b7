import type { ChatMessage } from '@parlance/contract/chat';
import { t } from '@parlance/words/current';

/** A notification that is on the screen. */
export interface ShownNotice {
  close(): void;
}

/** What the notices need of their surroundings. */
export interface MessageNoticesPorts {
  userId: string;
  isOn(): boolean;
  /** Whether this page is out of sight. */
  isHidden(): boolean;
  /** Whether another tab of this person is in sight: it shows the message itself. */
  isLookedAtElsewhere(): Promise<boolean>;
  /** Of several tabs one gets a message; false for all others. */
  claim(chatMessageId: string): Promise<boolean>;
  nameOf(userId: string): Promise<string>;
  show(notice: { title: string; body: string; tag: string; onClick: () => void }): ShownNotice;
  openConversation(partnerId: string): void;
}

export interface MessageNotices {
  onMessage(message: ChatMessage): Promise<void>;
  /** The page is seen again, or the person is gone: what is shown has done its work. */
  closeAll(): void;
}

function bodyOf(type: ChatMessage['type']): string {
  if (type === 'picture') return t('New picture');
  return type === 'voice' ? t('New voice message') : t('New message');
}

/** Tells of new messages while nobody looks: who wrote, never what, since others may see the screen. */
export function createMessageNotices(ports: MessageNoticesPorts): MessageNotices {
  const shown = new Map<string, ShownNotice>();
  // A sender who retries makes the server announce a message again.
  const seen = new Set<string>();

  return {
    async onMessage({ chatMessageId, fromUserId, type }) {
      if (fromUserId === ports.userId || seen.has(chatMessageId)) return;
      seen.add(chatMessageId);
      const isWanted = () => ports.isOn() && ports.isHidden();
      if (!isWanted() || (await ports.isLookedAtElsewhere()) || !(await ports.claim(chatMessageId))) return;
      const title = await ports.nameOf(fromUserId);
      // They may have come back, turned it off or signed out while the name was looked up.
      if (!isWanted()) return;
      const notice = ports.show({
        title,
        body: bodyOf(type),
        // A newer one of the same person takes the place of the older.
        tag: `parlance-chat-${fromUserId}`,
        onClick: () => {
          shown.get(fromUserId)?.close();
          ports.openConversation(fromUserId);
        },
      });
      shown.set(fromUserId, notice);
    },
    closeAll() {
      for (const notice of shown.values()) notice.close();
      shown.clear();
    },
  };
}
