import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import type { OutboxEntry, ServerProcess } from './server-process.ts';

/** What reaches one email address or phone number. */
export interface Mailbox {
  address: string;
  /** Waits for the next message that was not read yet. */
  next(): Promise<OutboxEntry>;
  /** Waits for the next code. */
  nextCode(): Promise<string>;
}

/** The mailbox of an address; messages that are there already count as read. */
export async function openMailbox(server: ServerProcess, address: string): Promise<Mailbox> {
  const received = async () => (await server.outbox()).filter(isAwaited).reverse();
  // The digest of the morning comes to whoever is there at eight, which is nobody's journey.
  const isAwaited = ({ to, subject }: OutboxEntry) => to === address && !subject?.startsWith('Your day');
  // By what they say, not by their number: the outbox forgets those of an account that is deleted.
  const keyOf = (entry: OutboxEntry) => JSON.stringify(entry);
  const read = new Set((await received()).map(keyOf));

  const next = async () => {
    let entry: OutboxEntry | undefined;
    await expect
      .poll(
        async () => {
          entry = (await received()).find((each) => !read.has(keyOf(each)));
          return entry !== undefined;
        },
        { message: `a message to ${address}` },
      )
      .toBe(true);
    if (!entry) throw new Error(`no message to ${address}`);
    read.add(keyOf(entry));
    return entry;
  };

  /** Mails that tell something, of which an admin gets some unasked, may come before the code. */
  const nextCode = async (): Promise<string> => {
    const { text } = await next();
    return /\b\d{6,10}\b/.exec(text)?.[0] ?? nextCode();
  };
  return { address, next, nextCode };
}

/** The mailbox of an address that nobody has used before. */
export function openNewMailbox(server: ServerProcess, name = 'someone'): Promise<Mailbox> {
  return openMailbox(server, `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@example.org`);
}
