import type { ChatMessage, QuotedMessage } from '@parlance/contract/chat';
import type { CorrectionKind, Corrects } from '@parlance/contract/corrections';
import { type DBSchema, deleteDB, openDB } from 'idb';

/** A recording as it is kept: bytes, because not every browser keeps blobs. */
export interface KeptAudio {
  bytes: ArrayBuffer;
  type: string;
  durationMs: number;
  waveform: number[];
}

/** A picture as it is kept until it is sent, with its size in pixels. */
export interface KeptPicture {
  bytes: ArrayBuffer;
  type: string;
  width: number;
  height: number;
}

/** A message on its way out, or a change of one that was sent. It stays until the server has acknowledged it or its writer deletes it. */
export interface OutboxEntry {
  clientMessageId: string;
  partnerId: string;
  createdAt: Date;
  content: string | null;
  /** What it corrects; absent where it corrects nothing. */
  corrects?: Corrects;
  /** What it replies to; absent where it replies to nothing. */
  repliesTo?: QuotedMessage;
  audio: KeptAudio | null;
  /** Absent where it is no picture; the caption is the content. */
  picture?: KeptPicture;
  /** The sent message as it is to be after an edit or a deletion; absent where the entry is a new message. */
  changed?: ChatMessage;
  /** The topic that the text takes up; absent where it takes up none. */
  topicId?: string;
  /** Why the server refused it; null while it waits. */
  failure: string | null;
  /** Until when the server does not want it; absent where an earlier version kept it. */
  heldUntil?: Date | null;
}

/** What becomes of a message on its way. */
export type OutboxMark = Required<Pick<OutboxEntry, 'failure' | 'heldUntil'>>;

/** What was begun and not sent. */
export interface Draft {
  text: string;
  audio: KeptAudio | null;
  /** What the text, the recording or the pictures reply to; absent where they reply to nothing. */
  repliesTo?: QuotedMessage | undefined;
  /** The message that the text edits, and the text that stood there before; absent where nothing is edited. */
  edits?: { message: ChatMessage; before: string } | undefined;
  /** Pictures that were chosen; the text is their caption. */
  pictures?: KeptPicture[] | undefined;
  /** How a correction is meant; absent where the text corrects nothing. */
  correction?: { kind: CorrectionKind; note: string };
}

/** What a person has written or recorded and the server does not have yet. */
export interface ChatStorage {
  /** Notes whose session this is, so that a page without a connection knows whom it may show it to. */
  claim(userSessionId: string): Promise<void>;
  /** In the order of writing. */
  entries(): Promise<OutboxEntry[]>;
  /** Keeps a message, and in the same step drops the draft it was made from. A known id is kept once. */
  add(entry: OutboxEntry, options: { isFromDraft: boolean }): Promise<void>;
  mark(clientMessageId: string, mark: OutboxMark): Promise<void>;
  remove(clientMessageId: string): Promise<void>;
  /** Of the conversation with a partner, or of the correction of a message. */
  readDraft(key: string): Promise<Draft | null>;
  writeDraft(key: string, draft: Draft | null): Promise<void>;
  close(): void;
}

interface ChatSchema extends DBSchema {
  outbox: { key: number; value: OutboxEntry; indexes: { clientMessageId: string } };
  drafts: { key: string; value: Draft };
  owner: { key: 'userSessionId'; value: string };
}

const namePrefix = 'parlance-chat-';
const version = 2;

/** The storage of one person in this browser. Where the browser forbids it, memory has to do. */
export async function openChatStorage(userId: string): Promise<ChatStorage> {
  try {
    return await openIndexedStorage(userId);
  } catch {
    return createMemoryStorage();
  }
}

async function openIndexedStorage(userId: string): Promise<ChatStorage> {
  const db = await openDB<ChatSchema>(namePrefix + userId, version, {
    upgrade(created, oldVersion) {
      if (oldVersion < 1) {
        const outbox = created.createObjectStore('outbox', { autoIncrement: true });
        outbox.createIndex('clientMessageId', 'clientMessageId', { unique: true });
        created.createObjectStore('drafts');
      }
      created.createObjectStore('owner');
    },
    // Another tab signs out: it can delete only what nobody holds open.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
  return {
    async claim(userSessionId) {
      await db.put('owner', userSessionId, 'userSessionId');
    },
    entries: () => db.getAll('outbox'),
    async add(entry, { isFromDraft }) {
      const step = db.transaction(['outbox', 'drafts'], 'readwrite');
      const outbox = step.objectStore('outbox');
      const known = await outbox.index('clientMessageId').getKey(entry.clientMessageId);
      if (known === undefined) await outbox.add(entry);
      if (isFromDraft) await step.objectStore('drafts').delete(entry.partnerId);
      await step.done;
    },
    async mark(clientMessageId, mark) {
      const step = db.transaction('outbox', 'readwrite');
      const cursor = await step.store.index('clientMessageId').openCursor(clientMessageId);
      if (cursor) await cursor.update({ ...cursor.value, ...mark });
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
      // Without waiting for the answer: a page that goes right after the last stroke takes along what is not committed.
      step.commit();
      await Promise.all([written, step.done]);
    },
    close: () => db.close(),
  };
}

/** Keeps everything for the life of the page. */
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

/** Signing out leaves nothing behind. */
export const deleteChatStorage = (userId: string): Promise<void> => deleteDB(namePrefix + userId);

/** Everything that is kept for the person of a session, found without asking the server who that is. */
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
      return { entries: await db.getAll('outbox'), drafts: await db.getAll('drafts') };
    } finally {
      db.close();
    }
  }
  return { entries: [], drafts: [] };
}

/** Whoever used this browser before and did not sign out leaves nothing for the next person either. */
export async function deleteStorageOfOthers(userId: string): Promise<void> {
  // Missing in a few browsers; what is left there belongs to an id that nobody else can ask for.
  const databases = (await indexedDB.databases?.()) ?? [];
  const others = databases.flatMap(({ name }) =>
    name?.startsWith(namePrefix) && name !== namePrefix + userId ? [name] : [],
  );
  await Promise.all(others.map((name) => deleteDB(name)));
}
