import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import type { OutboxEntry, ServerProcess } from './server-process.ts';

export interface Mailbox {
  address: string;
  /** Waits for the next unread message. */
  next(): Promise<OutboxEntry>;
  nextCode(): Promise<string>;
}

/** The mailbox of an address; existing messages count as read. */
export async function openMailbox(server: ServerProcess, address: string): Promise<Mailbox> {
  const received = async () => (await server.outbox(address)).filter(isAwaited).reverse();
  // Ignores the daily digest of eight o'clock, which no journey tests.
  const isAwaited = ({ to, subject }: OutboxEntry) => to === address && !subject?.startsWith('Your day');
  // Identified by content, not by index: the outbox drops messages of deleted accounts.
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

  /** Skips notification mails, some of which an admin receives, before the code. */
  const nextCode = async (): Promise<string> => {
    const { text } = await next();
    return /\b\d{6,10}\b/.exec(text)?.[0] ?? nextCode();
  };
  return { address, next, nextCode };
}

export function openNewMailbox(server: ServerProcess, name = 'someone'): Promise<Mailbox> {
  return openMailbox(server, `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@example.org`);
}
