import type { ChatMessage, QuotedMessage } from '@parlance/contract/chat';
import type { CorrectionKind, Corrects } from '@parlance/contract/corrections';
import { type DBSchema, deleteDB, openDB } from 'idb';
import { fromStored, type StoredEntry, toStored } from './stored-entry';

/** Stored recording, as bytes because some browsers cannot store blobs. */
export interface KeptAudio {
  bytes: ArrayBuffer;
  type: string;
  durationMs: number;
  waveform: number[];
}

/** Picture stored until it is sent, with its size in pixels. */
export interface KeptPicture {
  bytes: ArrayBuffer;
  type: string;
  width: number;
  height: number;
}

/** An outgoing message or change. Removed on the server's acknowledgement or when the sender discards it. */
export interface OutboxEntry {
  clientMessageId: string;
  partnerId: string;
  createdAt: Date;
  content: string | null;
  corrects?: Corrects;
  repliesTo?: QuotedMessage;
  audio: KeptAudio | null;
  /** Absent for other kinds; the caption is in `content`. */
  picture?: KeptPicture;
  /** The sent message after the edit or deletion; absent for a new message. */
  changed?: ChatMessage;
  topicId?: string;
  /** Reason of the server's refusal; null while queued. */
  failure: string | null;
  /** End of a rate limit; absent in entries of an earlier version. */
  heldUntil?: Date | null;
}

export type OutboxMark = Required<Pick<OutboxEntry, 'failure' | 'heldUntil'>>;

export interface Draft {
  text: string;
  audio: KeptAudio | null;
  repliesTo?: QuotedMessage | undefined;
  /** The edited message and the text that was in the composer before. */
  edits?: { message: ChatMessage; before: string } | undefined;
  /** The text is their caption. */
  pictures?: KeptPicture[] | undefined;
  correction?: { kind: CorrectionKind; note: string };
}

/** Drafts and outbox of one member. */
export interface ChatStorage {
  /** Records the session id, so that an offline page can verify whose data this is. */
  claim(userSessionId: string): Promise<void>;
  /** In the order of writing. */
  entries(): Promise<OutboxEntry[]>;
  /** Stores a message and removes its draft in one transaction. Idempotent by id. */
  add(entry: OutboxEntry, options: { isFromDraft: boolean }): Promise<void>;
  mark(clientMessageId: string, mark: OutboxMark): Promise<void>;
  remove(clientMessageId: string): Promise<void>;
  /** The key is a partner's id or a corrected message's id. */
  readDraft(key: string): Promise<Draft | null>;
  writeDraft(key: string, draft: Draft | null): Promise<void>;
  close(): void;
}

interface ChatSchema extends DBSchema {
  outbox: { key: number; value: StoredEntry<OutboxEntry>; indexes: { clientMessageId: string } };
  drafts: { key: string; value: Draft };
  owner: { key: 'userSessionId'; value: string };
}

const namePrefix = 'parlance-chat-';
const version = 2;

/** Storage of one member in this browser; falls back to memory where IndexedDB is blocked. */
export async function openChatStorage(userId: string): Promise<ChatStorage> {
  try {
    return await openIndexedStorage(userId);
  } catch {
    return createMemoryStorage();
  }
}

async function openIndexedStorage(userId: string): Promise<ChatStorage> {
  let isDeleted = false;
  const db = await openDB<ChatSchema>(namePrefix + userId, version, {
    upgrade(created, oldVersion) {
      if (oldVersion < 1) {
        const outbox = created.createObjectStore('outbox', { autoIncrement: true });
        outbox.createIndex('clientMessageId', 'clientMessageId', { unique: true });
        created.createObjectStore('drafts');
      }
      created.createObjectStore('owner');
    },
    // Another tab signs out: an open connection would block the deletion of the database.
    blocking(_current, newVersion, event) {
      isDeleted = newVersion === null;
      (event.target as IDBDatabase).close();
    },
  });
  return {
    async claim(userSessionId) {
      await db.put('owner', userSessionId, 'userSessionId');
    },
    entries: async () => (isDeleted ? [] : (await db.getAll('outbox')).map(fromStored)),
    async add(entry, { isFromDraft }) {
      const step = db.transaction(['outbox', 'drafts'], 'readwrite');
      const outbox = step.objectStore('outbox');
      const known = await outbox.index('clientMessageId').getKey(entry.clientMessageId);
      if (known === undefined) await outbox.add(toStored(entry));
      if (isFromDraft) await step.objectStore('drafts').delete(entry.partnerId);
      await step.done;
    },
    async mark(clientMessageId, mark) {
      const step = db.transaction('outbox', 'readwrite');
      const cursor = await step.store.index('clientMessageId').openCursor(clientMessageId);
      if (cursor) await cursor.update(toStored({ ...fromStored(cursor.value), ...mark }));
      await step.done;
    },
    async remove(clientMessageId) {
      const step = db.transaction('outbox', 'readwrite');
      const key = await step.store.index('clientMessageId').getKey(clientMessageId);
      if (key !== undefined) await step.store.delete(key);
      await step.done;
    },
    readDraft: async (partnerId) => (await db.get('drafts', partnerId)) ?? null,
    async writeDraft(partnerId, draft) {
      const step = db.transaction('drafts', 'readwrite');
      const written = draft ? step.store.put(draft, partnerId) : step.store.delete(partnerId);
      // Commits without waiting: a page unload right after the last keystroke drops uncommitted writes.
      step.commit();
      await Promise.all([written, step.done]);
    },
    close: () => db.close(),
  };
}

export function createMemoryStorage(): ChatStorage {
  const outbox: OutboxEntry[] = [];
  const drafts = new Map<string, Draft>();
  const placeOf = (clientMessageId: string) =>
    outbox.findIndex((entry) => entry.clientMessageId === clientMessageId);
  return {
    claim: async () => {},
    entries: async () => outbox.map((entry) => ({ ...entry })),
    async add(entry, { isFromDraft }) {
      if (placeOf(entry.clientMessageId) < 0) outbox.push(entry);
      if (isFromDraft) drafts.delete(entry.partnerId);
    },
    async mark(clientMessageId, mark) {
      const place = placeOf(clientMessageId);
      const entry = outbox[place];
      if (entry) outbox[place] = { ...entry, ...mark };
    },
    async remove(clientMessageId) {
      const place = placeOf(clientMessageId);
      if (place >= 0) outbox.splice(place, 1);
    },
    readDraft: async (partnerId) => drafts.get(partnerId) ?? null,
    async writeDraft(partnerId, draft) {
      if (draft) drafts.set(partnerId, draft);
      else drafts.delete(partnerId);
    },
    close: () => {},
  };
}

/** Deletes all stored chat data on sign-out. */
export const deleteChatStorage = (userId: string): Promise<void> => deleteDB(namePrefix + userId);

/** Everything stored for the member of a session, found without a server request. */
export interface KeptMessages {
  entries: OutboxEntry[];
  drafts: Draft[];
}

export async function readKeptOf(userSessionId: string): Promise<KeptMessages> {
  for (const { name } of (await indexedDB.databases?.()) ?? []) {
    if (!name?.startsWith(namePrefix)) continue;
    const db = await openDB<ChatSchema>(name);
    try {
      if (!db.objectStoreNames.contains('owner')) continue;
      if ((await db.get('owner', 'userSessionId')) !== userSessionId) continue;
      return { entries: (await db.getAll('outbox')).map(fromStored), drafts: await db.getAll('drafts') };
    } finally {
      db.close();
    }
  }
  return { entries: [], drafts: [] };
}

/** Deletes the data of earlier members of this browser who did not sign out. */
export async function deleteStorageOfOthers(userId: string): Promise<void> {
  // indexedDB.databases is missing in a few browsers; the data left there is stored under another member's id.
  const others = ((await indexedDB.databases?.()) ?? []).flatMap(({ name }) =>
    name?.startsWith(namePrefix) && name !== namePrefix + userId ? [name] : [],
  );
  await Promise.all(others.map((name) => deleteDB(name)));
}
