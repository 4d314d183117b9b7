/** One message that a client wanted to send, however often it tried. */
export interface SendRecord {
  /** The idempotency key, the same in every attempt. */
  key: string;
  sender: string;
  conversation: string;
  /** The place among the messages of this sender in this conversation. The next one begins after this one is acknowledged. */
  place: number;
  /** The answer of the server; null when no attempt was answered. */
  acknowledged: { chatMessageId: string; sequence: number } | null;
}

/** A message in the database or on the screen of a client. */
export interface SeenMessage {
  chatMessageId: string;
  key: string | null;
  sender: string;
  sequence: number;
  content?: string | null;
  isDeleted?: boolean;
}

/** A conversation on the screen of one of its two people at the end, in the order of the screen. */
export interface View {
  viewer: string;
  conversation: string;
  messages: SeenMessage[];
}

export interface History {
  sends: SendRecord[];
  views: View[];
  /** Every row, by conversation. */
  stored: Map<string, SeenMessage[]>;
}

/**
 * The faults of a history, in words. In a sound one each acknowledged message is stored once, under the number of its
 * acknowledgement; numbers have no gap and no double; both people see every message in the same order; messages that were sent
 * one after the other stand in that order.
 */
export function findViolations({ sends, views, stored }: History): string[] {
  return [
    ...findLost(sends, stored),
    ...findDoubled(sends, stored),
    ...findMisnumbered(stored),
    ...findReordered(sends),
    ...findDifferentViews(views, stored),
  ];
}

function findLost(sends: SendRecord[], stored: History['stored']): string[] {
  const byId = new Map([...stored.values()].flat().map((message) => [message.chatMessageId, message]));
  return sends.flatMap(({ key, acknowledged }) => {
    if (!acknowledged) return [];
    const row = byId.get(acknowledged.chatMessageId);
    if (!row) return [`lost: ${key} was acknowledged and is not stored`];
    if (row.key !== key) return [`mistaken: ${key} was acknowledged with the message of ${row.key}`];
    if (row.sequence === acknowledged.sequence) return [];
    return [`renumbered: ${key} was acknowledged as ${acknowledged.sequence} and is ${row.sequence}`];
  });
}

function findDoubled(sends: SendRecord[], stored: History['stored']): string[] {
  const conversationOf = new Map(sends.map(({ key, conversation }) => [key, conversation]));
  const seen = new Set<string>();
  return [...stored].flatMap(([conversation, messages]) =>
    messages.flatMap(({ key, chatMessageId }) => {
      if (key === null || conversationOf.get(key) !== conversation)
        return [`invented: nobody sent ${chatMessageId}`];
      if (seen.has(key)) return [`doubled: ${key} is stored again as ${chatMessageId}`];
      seen.add(key);
      return [];
    }),
  );
}

function findMisnumbered(stored: History['stored']): string[] {
  return [...stored].flatMap(([conversation, messages]) => {
    const numbers = messages.map(({ sequence }) => sequence).toSorted((one, other) => one - other);
    const wrong = numbers.findIndex((number, place) => number !== place + 1);
    return wrong < 0
      ? []
      : [`misnumbered: ${conversation} has ${numbers[wrong]} where ${wrong + 1} is expected`];
  });
}

function findReordered(sends: SendRecord[]): string[] {
  const chains = Map.groupBy(sends, ({ sender, conversation }) => `${sender} in ${conversation}`);
  return [...chains].flatMap(([chain, records]) => {
    const numbers = records
      .toSorted((one, other) => one.place - other.place)
      .flatMap(({ acknowledged }) => (acknowledged ? [acknowledged.sequence] : []));
    const isRising = numbers.every((number, nth) => nth === 0 || number > (numbers[nth - 1] ?? 0));
    return isRising ? [] : [`reordered: what ${chain} sent one after the other is ${numbers.join(', ')}`];
  });
}

function findDifferentViews(views: View[], stored: History['stored']): string[] {
  return views.flatMap(({ viewer, conversation, messages }) => {
    const expected = (stored.get(conversation) ?? []).toSorted((one, other) => one.sequence - other.sequence);
    if (messages.length !== expected.length) {
      return [
        `different view: ${viewer} sees ${messages.length} of ${expected.length} messages of ${conversation}`,
      ];
    }
    const wrong = messages.findIndex(
      ({ chatMessageId }, nth) => chatMessageId !== expected[nth]?.chatMessageId,
    );
    return wrong < 0
      ? []
      : [
          `different view: ${viewer} sees another message than is stored at place ${wrong + 1} of ${conversation}`,
        ];
  });
}

/** Whether the numbers of a view follow each other; the view may begin after the first message. */
export const isWithoutGap = (sequences: number[]): boolean =>
  sequences.every((sequence, nth) => nth === 0 || sequence === (sequences[nth - 1] ?? 0) + 1);
