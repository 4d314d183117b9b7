/** One message of a client, over all its retries. */
export interface SendRecord {
  /** Idempotency key, the same in every attempt. */
  key: string;
  sender: string;
  conversation: string;
  /** Position among this sender's messages in the conversation. The next one starts after this one is acknowledged. */
  place: number;
  /** The server's response; null without one. */
  acknowledged: { chatMessageId: string; sequence: number; fileUrl?: string | undefined } | null;
}

/** A message in the database or on a client's screen. */
export interface SeenMessage {
  chatMessageId: string;
  key: string | null;
  sender: string;
  sequence: number;
  content?: string | null;
  isDeleted?: boolean;
}

/** The final view of a conversation of one member, in display order. */
export interface View {
  viewer: string;
  conversation: string;
  messages: SeenMessage[];
}

export interface History {
  sends: SendRecord[];
  views: View[];
  stored: Map<string, SeenMessage[]>;
}

/**
 * Violations in a history. In a valid one each acknowledged message is stored once, under its acknowledged sequence number; numbers
 * have no gaps or duplicates; both members see all messages in the same order; consecutive sends keep their order.
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

/** Whether the sequence numbers are contiguous; a view may begin after the first message. */
export const isWithoutGap = (sequences: number[]): boolean =>
  sequences.every((sequence, nth) => nth === 0 || sequence === (sequences[nth - 1] ?? 0) + 1);
