/** One edit or deletion of a client, over all its retries. */
export interface ChangeRecord {
  chatMessageId: string;
  /** The new text; null for a deletion. */
  content: string | null;
  isAcknowledged: boolean;
}

/** A message in its final state, stored or displayed. */
export interface ShownMessage {
  chatMessageId: string;
  content?: string | null;
  isDeleted?: boolean;
}

/** Deleted messages that reappeared and edits that are missing; the last change of a message counts. */
export function findUnchanged(changes: ChangeRecord[], shown: ShownMessage[]): string[] {
  const last = new Map(changes.map((change) => [change.chatMessageId, change]));
  return shown.flatMap(({ chatMessageId, content, isDeleted }) => {
    const change = last.get(chatMessageId);
    if (!change?.isAcknowledged) return [];
    const isGone = isDeleted === true && content === null;
    if (change.content === null) return isGone ? [] : [`reappeared: ${chatMessageId} was deleted`];
    return content === change.content ? [] : [`unedited: ${chatMessageId} is ${content}`];
  });
}
