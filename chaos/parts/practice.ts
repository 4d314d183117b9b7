import { randomUUID } from 'node:crypto';
import { createCallPort } from '@parlance/client/call';
import type { Client } from '@parlance/client/client';
import type { CallClientEvent, CallClientEventName } from '@parlance/contract/call-events';
import { ApiError } from '@parlance/contract/errors';
import type pg from 'pg';
import type { Person } from './people.ts';
import { bookNow } from './sessions.ts';

/** Two members in a long session: in each act, a page of each joins, talks, takes a note, swaps and leaves. */
export async function createSessionActs(
  pool: pg.Pool,
  persons: Person[],
  clients: Client[],
): Promise<(nth: number) => Promise<void>> {
  const pairs: { scheduleSlotId: string; one: Client; other: Client; visits: number }[] = [];
  for (let nth = 0; nth + 1 < persons.length; nth += 2) {
    const [owner, guest] = persons.slice(nth, nth + 2) as [Person, Person];
    const [one, other] = clients.slice(nth, nth + 2) as [Client, Client];
    const scheduleSlotId = await bookNow(pool, owner.userId, guest.userId);
    pairs.push({ scheduleSlotId, one, other, visits: 0 });
  }
  return async (nth) => {
    const pair = pairs[nth % pairs.length];
    if (!pair) return;
    const visit = pair.visits++;
    const here = { scheduleSlotId: pair.scheduleSlotId };
    const pages = [pair.one, pair.other].map((client) => ({ client, at: { ...here, peerId: randomUUID() } }));
    for (const { client, at } of pages) await emit(client, 'call:join', at);
    const languages = visit % 2 === 0 ? { first: 'en', second: 'es' } : { first: 'es', second: 'en' };
    for (const { client, at } of pages) {
      await emit(client, 'call:talk', { ...at, firstMs: 10 * visit, secondMs: 5 * visit });
      // The halves can be swapped only once; languages can be agreed on repeatedly.
      const wish = visit === 0 ? { action: 'swap' } : { action: 'language', languages };
      await emit(client, 'call:timer', { ...at, ...wish } as CallClientEvent<'call:timer'>);
    }
    const [first, second] = pages as [(typeof pages)[0], (typeof pages)[0]];
    // A session holds at most two hundred notes.
    if (visit < 190)
      await emit(first.client, 'call:note', {
        ...first.at,
        noteId: randomUUID(),
        kind: 'word',
        text: `word ${visit}`,
      });
    await emit(second.client, 'call:alive', second.at);
    for (const { client, at } of pages) await emit(client, 'call:leave', at);
  };
}

/** As in a page, an event without an acknowledgement, because the socket was being renewed, is resent on the next socket. */
async function emit<Name extends CallClientEventName>(
  { realtime }: Client,
  event: Name,
  payload: CallClientEvent<Name>,
): Promise<void> {
  const port = createCallPort(realtime);
  try {
    await port.emit(event, payload);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    await realtime.whenConnected();
    await port.emit(event, payload);
  }
}

const phrasesKept = 40;

/** Each act saves a phrase, reviews it, reads the due ones and deletes old ones. */
export function createPhraseActs(clients: Client[]): (nth: number) => Promise<void> {
  const books = clients.map(() => [] as string[]);
  return async (nth) => {
    const [client, book] = [clients[nth % clients.length], books[nth % clients.length]];
    if (!client || !book) return;
    const { calls } = client;
    const { phraseId } = await calls.createPhrase({
      languageCode: 'es',
      text: `frase número ${nth}`,
      meaning: `phrase number ${nth}`,
    });
    const review = { reviewId: randomUUID(), phraseId, rating: 'good' as const, reviewedAt: new Date() };
    await calls.reviewPhrases({ reviews: [review] });
    await calls.listPhrases({ due: true, limit: 20 });
    book.push(phraseId);
    const known = book.length > phrasesKept ? book.shift() : undefined;
    if (known !== undefined) await calls.deletePhrase({ phraseId: known });
  };
}

/** Maximum rows in tables that hold state instead of history, for a number of members. */
export const stateRowsMax = (people: number): Record<string, number> => ({
  calls: people / 2,
  call_seats: people,
  phrases: people * (phrasesKept + 1),
  phrase_reviews: people * (phrasesKept + 1),
  user_sessions: people,
  conversation_members: people * people,
});
