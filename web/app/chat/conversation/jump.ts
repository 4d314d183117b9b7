import { t } from '@parlance/words/current';
import { useEffect } from 'react';
import { useChat, useConversation } from '#chat/engine/chat';
import { olderOffset } from '#chat/engine/conversation-cache';
import { showToast } from '#ui/toast';
import type { ConversationRow } from './conversation-rows';
import type { Place } from './row-window';

const belowTopPx = 96;

/** Id of the row that shows a message: its own, or that of the message it corrects. */
export function rowOf(rows: ConversationRow[], chatMessageId: string): string | null {
  const found = rows.find((row) => {
    if (row.kind === 'outgoing') return row.entry.changed?.chatMessageId === chatMessageId;
    if (row.kind !== 'message') return false;
    return [row, ...(row.corrections ?? [])].some(({ message }) => message.chatMessageId === chatMessageId);
  });
  return found?.id ?? null;
}

interface Jump {
  partnerId: string;
  /** Id of the target message; null for none. */
  wanted: string | null;
  rows: ConversationRow[];
  onGoTo: (goTo: { place: Place }) => void;
  onDone: () => void;
}

/** Scrolls to a message; loads older pages until it is found. */
export function useJump({ partnerId, wanted, rows, onGoTo, onDone }: Jump): void {
  const chat = useChat();
  const { data } = useConversation(partnerId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that was read changes the rows, and is the next step
  useEffect(() => {
    if (wanted === null) return;
    const fail = () => {
      onDone();
      showToast({ title: t('This message could not be found.'), tone: 'danger' });
    };
    const rowId = rowOf(rows, wanted);
    if (rowId !== null) {
      onGoTo({ place: { rowId, below: belowTopPx } });
      onDone();
    } else if (data && olderOffset(data) !== null) chat.loadOlder(partnerId).catch(fail);
    else fail();
  }, [wanted, rows]);
}
