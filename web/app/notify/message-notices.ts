import type { ChatMessage } from '@parlance/contract/chat';
import { t } from '@parlance/words/current';

/** A displayed notification. */
export interface ShownNotice {
  close(): void;
}

export interface MessageNoticesPorts {
  userId: string;
  isOn(): boolean;
  isHidden(): boolean;
  /** Whether another tab of the member is visible, which then shows the message itself. */
  isLookedAtElsewhere(): Promise<boolean>;
  /** True in exactly one of several tabs. */
  claim(chatMessageId: string): Promise<boolean>;
  nameOf(userId: string): Promise<string>;
  show(notice: { title: string; body: string; tag: string; onClick: () => void }): ShownNotice;
  openConversation(partnerId: string): void;
}

export interface MessageNotices {
  onMessage(message: ChatMessage): Promise<void>;
  /** Closes all notifications when the page becomes visible or the member signs out. */
  closeAll(): void;
}

function bodyOf(type: ChatMessage['type']): string {
  if (type === 'picture') return t('New picture');
  return type === 'voice' ? t('New voice message') : t('New message');
}

/** Notifies of new messages while the page is hidden: only the sender, not the text, since others may see the screen. */
export function createMessageNotices(ports: MessageNoticesPorts): MessageNotices {
  const shown = new Map<string, ShownNotice>();
  // A retry by the sender makes the server announce a message again.
  const seen = new Set<string>();

  return {
    async onMessage({ chatMessageId, fromUserId, type }) {
      if (fromUserId === ports.userId || seen.has(chatMessageId)) return;
      seen.add(chatMessageId);
      const isWanted = () => ports.isOn() && ports.isHidden();
      if (!isWanted() || (await ports.isLookedAtElsewhere()) || !(await ports.claim(chatMessageId))) return;
      const title = await ports.nameOf(fromUserId);
      // The page may have become visible, the setting changed or the session ended while the name was fetched.
      if (!isWanted()) return;
      const notice = ports.show({
        title,
        body: bodyOf(type),
        // A newer notification of the same sender replaces the older one.
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
