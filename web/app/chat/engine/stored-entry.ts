interface Entry {
  clientMessageId: string;
  createdAt: Date;
  changed?: unknown;
  picture?: unknown;
  repliesTo?: unknown;
}

/** An outbox entry as 1.0.0 reads it: refused, of no conversation. */
interface Wrapped<Kind> {
  clientMessageId: string;
  createdAt: Date;
  partnerId: '';
  content: null;
  audio: null;
  failure: string;
  entry: Kind;
}

/** An outbox entry in IndexedDB. */
export type StoredEntry<Kind> = Kind | Wrapped<Kind>;

/**
 * Wraps what 1.0.0 cannot send. A tab of 1.0.0 drains the same store and would send an edit or a caption as a new text; it skips refused
 * entries and shows no conversation with an empty id.
 */
export function toStored<Kind extends Entry>(entry: Kind): StoredEntry<Kind> {
  const { clientMessageId, createdAt, changed, picture, repliesTo } = entry;
  if (!changed && !picture && !repliesTo) return entry;
  return {
    ...{ clientMessageId, createdAt, entry },
    ...{ partnerId: '', content: null, audio: null, failure: 'format 2' },
  };
}

export const fromStored = <Kind extends Entry>(stored: StoredEntry<Kind>): Kind =>
  'entry' in stored ? stored.entry : stored;
