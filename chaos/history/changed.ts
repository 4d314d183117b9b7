/** One edit or deletion that a client wanted, however often it tried. */
export interface ChangeRecord {
  chatMessageId: string;
  /** The new text; null where the message was deleted. */
  content: string | null;
  isAcknowledged: boolean;
}

/** A message as it is stored or shown at the end. */
export interface ShownMessage {
  chatMessageId: string;
  content?: string | null;
  isDeleted?: boolean;
}

/** What was deleted and is there again, and what was edited and is not; of several changes of a message the last one counts. */
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
