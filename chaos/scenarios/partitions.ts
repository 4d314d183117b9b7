import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '@parlance/server/test/booking-proof';
import type pg from 'pg';
import { findViolations, type SendRecord } from '#history/history';
import { startCluster } from '#parts/cluster';
import { type Link, startLink, type Weather } from '#parts/link';
import { conversationOf, readStored } from '#parts/load';
import { enter, inParallel, type Person, signUp } from '#parts/people';
import { onStage } from '#parts/stage';
import { startWebChat, type WebChat } from '#parts/web-chat';
import { type Scenario, until } from './scenario.ts';

const clients = 50;
const quickMinutes = 0.5;
const fullMinutes = 5;
// Longer than Socket.IO's ping interval plus timeout, after which a silent connection counts as dead.
const convergeWithinMs = 120_000;

interface Guest {
  person: Person;
  partner: Person;
  chat: WebChat;
  link: Link;
}

/** Networks drop, delay and half-open connections: in the end every member sees exactly the stored messages. */
export const partitions: Scenario = {
  name: 'partitions',
  sabotages: { 'no catch-up': 'different view' },
  run: ({ isFull, minutes, sabotage, say }) =>
    onStage(async (stage) => {
      const random = seededRandom(50);
      const cluster = await startCluster(stage, { nodes: 2 });
      const people = await signUp(cluster.nodeOf(0).url, clients);
      const guests = await inParallel(people, 10, async (person, nth): Promise<Guest> => {
        const partner = people[nth ^ 1] as Person;
        const link = await startLink(stage, cluster.nodeOf(nth).port);
        const client = await enter(stage, person, link.url);
        const chat = startWebChat({
          client,
          userId: person.userId,
          partnerId: partner.userId,
          sabotage: sabotage === null ? null : 'no catch-up',
        });
        stage.defer(() => chat.close());
        return { person, partner, chat, link };
      });

      const endsAt = Date.now() + 60_000 * (minutes ?? (isFull ? fullMinutes : quickMinutes));
      const sends: SendRecord[] = [];
      const seen: Record<string, number> = {};
      await Promise.all(
        guests.flatMap((guest) => [
          write(guest, endsAt, random, sends),
          storm(guest.link, endsAt, random, seen),
        ]),
      );
      say(`calm again, ${guests.reduce((sum, { chat }) => sum + chat.waiting(), 0)} messages wait`);

      const calmSince = Date.now();
      const isSettled = async () => {
        if (guests.some(({ chat }) => chat.waiting() > 0)) return false;
        const stored = await readStored(cluster.postgres.pool);
        const isAllThere = viewsOf(guests).every(
          ({ conversation, messages }) => messages.length === stored.get(conversation)?.length,
        );
        return isAllThere && (await findWrongMarks(guests, cluster.postgres.pool)).length === 0;
      };
      // A sabotaged run never converges, so a shorter wait is enough.
      const withinMs = sabotage === null ? convergeWithinMs : 15_000;
      await until(isSettled, { withinMs, everyMs: 500 });
      const settledAfter = ((Date.now() - calmSince) / 1000).toFixed(0);

      const stored = await readStored(cluster.postgres.pool);
      const views = viewsOf(guests);
      // A message that left the outbox was acknowledged; its sequence number is in the sender's view.
      for (const { person, chat } of guests) {
        const shown = new Map(chat.view().map((message) => [message.key, message]));
        for (const send of sends)
          if (send.sender === person.userId) send.acknowledged = shown.get(send.key) ?? null;
      }
      const missing = sends.filter(({ acknowledged }) => !acknowledged).length;
      const gaps = guests.reduce((sum, { chat }) => sum + chat.gapsShown(), 0);
      const broken = [
        ...findViolations({ sends, views, stored }),
        ...guests.flatMap(({ chat }) => chat.failures().map((failure) => `given up: ${failure}`)),
        ...(missing > 0 ? [`missing: ${missing} messages are not in their sender's view`] : []),
        ...(gaps > 0 ? [`gaps: ${gaps} times a view had a hole`] : []),
        ...(await findWrongMarks(guests, cluster.postgres.pool)),
        ...cluster.surprises(),
      ];
      const weathers = Object.entries(seen).map(([kind, times]) => `${times} ${kind}`);
      const figures = `${clients} clients, ${sends.length} messages, ${weathers.join(', ')}, settled in ${settledAfter} s`;
      return { broken, figures };
    }),
};

const viewsOf = (guests: Guest[]) =>
  guests.map(({ person, partner, chat }) => ({
    viewer: person.userId,
    conversation: conversationOf(person.userId, partner.userId),
    messages: chat.view(),
  }));

async function write(
  { person, partner, chat }: Guest,
  endsAt: number,
  random: () => number,
  sends: SendRecord[],
) {
  const conversation = conversationOf(person.userId, partner.userId);
  for (let place = 0; Date.now() < endsAt; place++) {
    const key = randomUUID();
    sends.push({ key, sender: person.userId, conversation, place, acknowledged: null });
    await chat.send(`${place} ${key}`, key);
    await wait(300 + 1200 * random());
  }
}

async function storm(link: Link, endsAt: number, random: () => number, seen: Record<string, number>) {
  const kinds: Weather['kind'][] = ['slow', 'cut', 'silent', 'mute', 'deaf'];
  while (Date.now() < endsAt) {
    await wait(500 + 3000 * random());
    const kind = kinds[Math.floor(random() * kinds.length)] ?? 'cut';
    link.change(kind === 'slow' ? { kind, delayMs: 20 + 400 * random() } : { kind });
    await wait(500 + 5000 * random());
    // Half of the stalled connections resume; the others stay half open for ever.
    const isForgotten = kind !== 'slow' && kind !== 'cut' && random() < 0.5;
    if (isForgotten) link.forget();
    link.change({ kind: 'clear' });
    const name = isForgotten ? 'half-open' : kind;
    seen[name] = (seen[name] ?? 0) + 1;
  }
}

/** Compares the delivered and read marks of the sender's view with the database. */
async function findWrongMarks(guests: Guest[], pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ chat_message_id: string; is_read: boolean }>(
    'SELECT chat_message_id, read_at IS NOT NULL AS is_read FROM chat_messages',
  );
  const isRead = new Map(rows.map((row) => [row.chat_message_id, row.is_read]));
  const wrong = guests
    .flatMap(({ chat }) => chat.messages())
    .filter(({ chatMessageId, readAt }) => isRead.get(chatMessageId) !== (readAt !== null)).length;
  return wrong > 0 ? [`marks: ${wrong} messages are read on one side only`] : [];
}
