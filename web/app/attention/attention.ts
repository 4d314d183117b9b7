/**
 * Everything that can wait for a member, most important first (docs/decisions/attention.md): a session that has begun, a notice that
 * covers part of the screen until it is answered, a suggested time, hours of a programme to confirm, the question after a
 * session, requests, due phrases.
 */
export const attentionOrder = [
  'session',
  'notice',
  'proposal',
  'hours',
  'question',
  'requests',
  'phrases',
] as const;

export type AttentionKind = (typeof attentionOrder)[number];

/** How many of each kind wait. */
export type Waiting = Partial<Record<AttentionKind, number>>;

export interface Attention {
  /** The only kind that the screen may emphasise. */
  prominent: AttentionKind | null;
  /** The rest in order, as plain links or numbers. */
  others: AttentionKind[];
}

/** Decides which kind is prominent. A kind with no entries does not wait. */
export function decideAttention(waiting: Waiting): Attention {
  const [prominent = null, ...others] = attentionOrder.filter((kind) => (waiting[kind] ?? 0) > 0);
  return { prominent, others };
}
