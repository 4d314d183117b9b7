import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '@parlance/client/client';
import type { ChatMessage } from '@parlance/contract/chat';
import { ApiError } from '@parlance/contract/errors';
import type pg from 'pg';
import { findViolations, type History, type SeenMessage, type SendRecord, type View } from '#history/history';
import { inParallel, type Person } from './people.ts';

/** A participant of the load, with partners and client. */
export interface Member {
  person: Person;
  client: Client;
  partners: Person[];
}

export interface Load {
  sends: SendRecord[];
  /** Attempts without a response or with a server error, which were retried. */
  lostAttempts(): number;
  /** The outcomes of the attempts, for each message that needed more than one retry. */
  manyAttempts: string[];
  /** Outcomes of the lost attempts, with their counts. */
  losses: Map<string, number>;
  /** Refusals that no fault explains: the server had to accept the message. */
  refusals: string[];
  /** Starts no new message and retries pending ones until they are acknowledged. */
  stop(): Promise<void>;
}

export interface LoadOptions {
  /** Maximum pause of a sender between two messages. */
  pauseMs: number;
  /** Minimum delay before a retry; the maximum is twice as long. */
  retryAfterMs?: number;
  random: () => number;
  onAcknowledged?: (senderId: string) => void;
  /** Changes a message before the next one is sent. */
  change?: (client: Client, userId: string, record: SendRecord, text: string) => Promise<void>;
  /** After the first few messages, every nth one is a picture. */
  pictureEvery?: number;
}

const attemptTimeoutMs = 8000;
const hastyRetryMs = 100;
const drainWithinMs = 60_000;

/** The outcome of an attempt: status and code of the response, or that there was none. */
export const outcomeOf = (error: unknown): string =>
  error instanceof ApiError ? `${error.statusCode}/${error.code}` : (error as Error).name;

export const conversationOf = (one: string, other: string): string =>
  one < other ? `${one}+${other}` : `${other}+${one}`;

/** Each member writes to each partner, one message after another, as the web app does. */
export function startLoad(members: Member[], options: LoadOptions): Load {
  const { pauseMs, retryAfterMs = hastyRetryMs, random, onAcknowledged = () => {}, change } = options;
  const { pictureEvery = Number.POSITIVE_INFINITY } = options;
  const sends: SendRecord[] = [];
  const refusals: string[] = [];
  const manyAttempts: string[] = [];
  const met = new Map<string, number>();
  let lost = 0;
  let isStopping = false;
  let deadline = Number.POSITIVE_INFINITY;

  async function deliver(client: Client, userId: string, record: SendRecord): Promise<void> {
    const text = { userId, content: textOf(record), clientMessageId: record.key };
    // Pictures are allowed once both have written, which is the case by then.
    const isPicture = record.place > 20 && record.place % pictureEvery === 0;
    const losses: string[] = [];
    for (let attempt = 0; Date.now() < deadline; attempt++) {
      const begunAt = performance.now();
      try {
        const {
          chatMessageId,
          sequence = 0,
          picture,
        } = await (isPicture ? attemptPicture(client, text) : attemptSend(client, text, attempt));
        record.acknowledged = { chatMessageId, sequence, fileUrl: picture?.url };
        onAcknowledged(record.sender);
        if (losses.length > 1) manyAttempts.push(losses.join('; '));
        return;
      } catch (error) {
        if (error instanceof ApiError && error.statusCode < 500) {
          refusals.push(`refused: ${error.statusCode}/${error.code} ${error.message}`);
          return;
        }
        lost += 1;
        met.set(outcomeOf(error), (met.get(outcomeOf(error)) ?? 0) + 1);
        losses.push(`${error} after ${(performance.now() - begunAt).toFixed(0)} ms`);
        await wait(retryAfterMs * (1 + random()));
      }
    }
  }

  async function write({ person, client }: Member, partner: Person): Promise<void> {
    for (let place = 0; !isStopping; place++) {
      const conversation = conversationOf(person.userId, partner.userId);
      const record = { key: randomUUID(), sender: person.userId, conversation, place, acknowledged: null };
      sends.push(record);
      await deliver(client, partner.userId, record);
      await change?.(client, partner.userId, record, textOf(record));
      await wait(pauseMs * random());
    }
  }

  const writers = members.flatMap((member) => member.partners.map((partner) => write(member, partner)));
  return {
    sends,
    refusals,
    lostAttempts: () => lost,
    manyAttempts,
    losses: met,
    async stop() {
      isStopping = true;
      deadline = Date.now() + drainWithinMs;
      await Promise.all(writers);
    },
  };
}

const textOf = ({ place, key }: SendRecord): string => `${place} ${key}`;

/** Sends a picture of one pixel with the text as its caption. */
const attemptPicture = (
  { calls }: Client,
  { userId, content, clientMessageId }: { userId: string; content: string; clientMessageId: string },
): Promise<ChatMessage> =>
  calls.sendPictureMessage(
    { userId, image: new Blob([onePixel]), caption: content, clientMessageId },
    { signal: AbortSignal.timeout(3 * attemptTimeoutMs) },
  );
const onePixel = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
);

/** Sends over the socket while it is connected; over HTTP otherwise, or after a lost attempt. */
function attemptSend(
  { realtime, calls }: Client,
  text: { userId: string; content: string; clientMessageId: string },
  attempt: number,
): Promise<ChatMessage> {
  if (realtime.getStatus() === 'connected' && attempt % 2 === 0) return realtime.send('chat:message', text);
  return calls.sendTextMessage(text, { signal: AbortSignal.timeout(attemptTimeoutMs) });
}

const pageSize = 100;

/** Reads a conversation from the server as one member, page by page. */
export async function readView({ person, client }: Member, partner: Person): Promise<View> {
  const messages: SeenMessage[] = [];
  for (;;) {
    const page = await client.calls.listMessages({
      userId: partner.userId,
      limit: pageSize,
      offset: messages.length,
    });
    messages.push(...page.messages.map(toSeen));
    if (page.messages.length < pageSize) break;
  }
  const conversation = conversationOf(person.userId, partner.userId);
  return { viewer: person.userId, conversation, messages: messages.reverse() };
}

export const toSeen = (message: ChatMessage): SeenMessage => ({
  chatMessageId: message.chatMessageId,
  key: message.clientMessageId ?? null,
  sender: message.fromUserId,
  sequence: message.sequence ?? 0,
  content: message.content,
  isDeleted: Boolean(message.deletedAt),
});

export const readViews = async (members: Member[]): Promise<View[]> =>
  (
    await inParallel(members, 4, async (member) => {
      const views: View[] = [];
      for (const partner of member.partners) views.push(await readView(member, partner));
      return views;
    })
  ).flat();

export async function readStored(pool: pg.Pool): Promise<History['stored']> {
  const { rows } = await pool.query<{
    chat_message_id: string;
    client_message_id: string | null;
    from_user_id: string;
    to_user_id: string;
    sequence: number;
  }>('SELECT chat_message_id, client_message_id, from_user_id, to_user_id, sequence FROM chat_messages');
  const stored: History['stored'] = new Map();
  for (const row of rows) {
    const conversation = conversationOf(row.from_user_id, row.to_user_id);
    const seen = {
      chatMessageId: row.chat_message_id,
      key: row.client_message_id,
      sender: row.from_user_id,
      sequence: row.sequence,
    };
    const known = stored.get(conversation);
    if (known) known.push(seen);
    else stored.set(conversation, [seen]);
  }
  return stored;
}

/** Violations after the load: acknowledged messages compared with each member's view and the database. */
export const violationsOf = async (load: Load, members: Member[], pool: pg.Pool): Promise<string[]> => [
  ...findViolations({ sends: load.sends, views: await readViews(members), stored: await readStored(pool) }),
  ...load.refusals,
];

/** Each member writes to both neighbours, so that each conversation has two senders. */
export const inRing = (people: Person[], clients: Client[]): Member[] =>
  people.flatMap((person, nth) => {
    const [before, next, client] = [people.at(nth - 1), people[(nth + 1) % people.length], clients[nth]];
    return before && next && client ? [{ person, client, partners: [before, next] }] : [];
  });
