import type { ChatMessage } from '@parlance/contract/chat';
import { ApiError } from '@parlance/contract/errors';
import sharp from 'sharp';
import type { TestAppOptions } from '#test/app';
import { type Community, type Persona, startCommunity } from '#test/personas';

/** Two people who may write to each other. */
export interface Pair extends Community {
  aiko: Persona;
  ben: Persona;
}

/** Starts the application for two people. */
export async function startPair(options: TestAppOptions = {}): Promise<Pair> {
  const app = await startCommunity(options);
  const aiko = await app.signUp('aiko@example.org', { name: 'Aiko', description: 'Hello' });
  const ben = await app.signUp('ben@example.org', { name: 'Ben', description: 'Hi' });
  return { ...app, aiko, ben };
}

/** Sends a text. */
export const write = (
  from: Persona,
  to: Persona,
  content: string,
  repliesTo?: string,
): Promise<ChatMessage> => from.calls.sendTextMessage({ userId: to.userId, content, repliesTo });

/** Each says a word, so that pictures may be sent. */
export async function greet({ aiko, ben }: Pick<Pair, 'aiko' | 'ben'>): Promise<void> {
  await write(aiko, ben, 'Hello');
  await write(ben, aiko, 'Hi');
}

/** A picture of one colour. */
export async function photo({ width = 64, height = 48, background = '#c62' } = {}): Promise<Blob> {
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return new Blob([new Uint8Array(bytes)]);
}

/** `200`, or the status and code of the refusal. */
export const answerOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => '200',
    (error: unknown) => {
      if (error instanceof ApiError) return `${error.statusCode}/${error.code}`;
      throw error;
    },
  );

/** The messages of a conversation as one of the two reads them, newest first. */
export const readBy = async (reader: Persona, other: Persona): Promise<ChatMessage[]> =>
  (await reader.calls.listMessages({ userId: other.userId })).messages;
