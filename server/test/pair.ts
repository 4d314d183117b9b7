import type { ChatMessage } from '@parlance/contract/chat';
import { ApiError } from '@parlance/contract/errors';
import sharp from 'sharp';
import type { TestAppOptions } from '#test/app';
import { type Community, type Persona, startCommunity } from '#test/personas';

/** Two members who can write to each other. */
export interface Pair extends Community {
  aiko: Persona;
  ben: Persona;
}

export async function startPair(options: TestAppOptions = {}): Promise<Pair> {
  const app = await startCommunity(options);
  const aiko = await app.signUp('aiko@example.org', { name: 'Aiko', description: 'Hello' });
  const ben = await app.signUp('ben@example.org', { name: 'Ben', description: 'Hi' });
  return { ...app, aiko, ben };
}

export const write = (
  from: Persona,
  to: Persona,
  content: string,
  repliesTo?: string,
): Promise<ChatMessage> => from.calls.sendTextMessage({ userId: to.userId, content, repliesTo });

/** Exchanges a message in each direction, which allows pictures. */
export async function greet({ aiko, ben }: Pick<Pair, 'aiko' | 'ben'>): Promise<void> {
  await write(aiko, ben, 'Hello');
  await write(ben, aiko, 'Hi');
}

/** Creates a picture of one colour. */
export async function photo({ width = 64, height = 48, background = '#c62' } = {}): Promise<Blob> {
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return new Blob([new Uint8Array(bytes)]);
}

/** Returns `200`, or the status and code of the refusal. */
export const answerOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => '200',
    (error: unknown) => {
      if (error instanceof ApiError) return `${error.statusCode}/${error.code}`;
      throw error;
    },
  );

/** Returns the messages of a conversation as seen by `reader`, newest first. */
export const readBy = async (reader: Persona, other: Persona): Promise<ChatMessage[]> =>
  (await reader.calls.listMessages({ userId: other.userId })).messages;
