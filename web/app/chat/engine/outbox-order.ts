import type { OutboxEntry } from './chat-storage';

const kindOf = ({ audio }: OutboxEntry): 'voice' | 'text' => (audio ? 'voice' : 'text');
const dueAt = ({ heldUntil }: OutboxEntry): number => heldUntil?.getTime() ?? 0;

/** What to send to a partner next, or when there will be something; null while there is nothing. */
export type NextEntry = { entry: OutboxEntry; wakeAt?: never } | { entry: null; wakeAt: number | null };

/**
 * In the order of writing. What the server holds back for long steps aside with all later ones of its kind, since a limit is
 * one of voice messages or of texts: the other kind goes on. `entries` are those of one partner.
 */
export function nextEntry(entries: readonly OutboxEntry[], now: number): NextEntry {
  const heldKinds = new Set<string>();
  let wakeAt: number | null = null;
  for (const entry of entries) {
    if (entry.failure !== null || heldKinds.has(kindOf(entry))) continue;
    if (dueAt(entry) <= now) return { entry };
    heldKinds.add(kindOf(entry));
    wakeAt = Math.min(wakeAt ?? dueAt(entry), dueAt(entry));
  }
  return { entry: null, wakeAt };
}

/** The messages that have to leave before one, itself included: those of its partner and kind, in order. */
export const lineOf = (entry: OutboxEntry, entries: readonly OutboxEntry[]): OutboxEntry[] => {
  const line = entries.filter(
    (other) => other.partnerId === entry.partnerId && kindOf(other) === kindOf(entry),
  );
  const place = line.findIndex(({ clientMessageId }) => clientMessageId === entry.clientMessageId);
  return line.slice(0, place + 1);
};

/** When a message is tried again that the server holds back, itself or one before it; null for one that may go. */
export function heldUntil(entry: OutboxEntry, entries: readonly OutboxEntry[], now: number): Date | null {
  const held = lineOf(entry, entries).find((other) => other.failure === null && dueAt(other) > now);
  return held?.heldUntil ?? null;
}
