import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { findViolations, type SendRecord } from '#history/history';
import { startCluster } from '#parts/cluster';
import { conversationOf, readStored } from '#parts/load';
import { enter, inParallel, type Person, signUp } from '#parts/people';
import { onStage } from '#parts/stage';
import { startWebChat, type WebChat } from '#parts/web-chat';
import { type Scenario, until } from './scenario.ts';

const people = 16;
// One node needs no Redis; two nodes have to be fast only while Redis is up.
const liveWithinMs = 1500;
// The server sends catch-up events every five seconds, spread over three; then clients refetch.
const caughtUpWithinMs = 15_000;
const answerWithinMs = 5000;
const messagesAPhase = 5;

interface Pair {
  one: WebChat;
  other: WebChat;
  sender: Person;
  receiver: Person;
  isOnOneNode: boolean;
}

/** Redis stops, restarts, is flushed, is replaced and freezes: clients on other nodes catch up. */
export const redis: Scenario = {
  name: 'redis',
  sabotages: { 'nobody tells to catch up': 'gone' },
  run: ({ sabotage, say }) =>
    onStage(async (stage) => {
      const cluster = await startCluster(stage, { nodes: 2 });
      const persons = await signUp(cluster.nodeOf(0).url, people);
      const spoilt = sabotage === null ? null : 'nobody tells to catch up';
      // Of every four members the first two share a node, the others are on two.
      const homeOf = (nth: number) => cluster.nodeOf(nth % 4 < 2 ? nth >> 2 : nth);
      const chats = await inParallel(persons, 8, async (person, nth) => {
        const partnerId = (persons[nth ^ 1] as Person).userId;
        const client = await enter(stage, person, homeOf(nth).url);
        const chat = startWebChat({ client, userId: person.userId, partnerId, sabotage: spoilt });
        stage.defer(() => chat.close());
        return chat;
      });
      const pairs = persons.flatMap((sender, nth): Pair[] => {
        const [one, other, receiver] = [chats[nth], chats[nth ^ 1], persons[nth ^ 1]];
        return one && other && receiver ? [{ one, other, sender, receiver, isOnOneNode: nth % 4 < 2 }] : [];
      });

      const sends: SendRecord[] = [];
      const broken: string[] = [];
      const slowest: Record<string, number> = {};
      const exchange = async (phase: string, limits: { oneNode: number; twoNodes: number }) => {
        say(phase);
        for (let nth = 0; nth < (sabotage === null ? messagesAPhase : 1); nth++) {
          const times = await Promise.all(pairs.map((pair) => sendAndWait(pair, sends)));
          times.forEach(({ answeredMs, seenMs }, place) => {
            const isOnOneNode = pairs[place]?.isOnOneNode ?? false;
            const limit = isOnOneNode ? limits.oneNode : limits.twoNodes;
            if (answeredMs > answerWithinMs)
              broken.push(`${phase}: a message was not taken in ${answerWithinMs} ms`);
            if (seenMs > limit)
              broken.push(
                `${phase}: seen on ${isOnOneNode ? 'the same' : 'another'} node only after ${seenMs} ms`,
              );
            const name = `${phase}, ${isOnOneNode ? 'one node' : 'two nodes'}`;
            slowest[name] = Math.max(slowest[name] ?? 0, seenMs);
          });
        }
      };
      const live = { oneNode: liveWithinMs, twoNodes: liveWithinMs };
      const caughtUp = { oneNode: liveWithinMs, twoNodes: caughtUpWithinMs };
      // A frozen Redis is detected after a timeout of two seconds.
      const frozen = { oneNode: liveWithinMs + 2500, twoNodes: caughtUpWithinMs };

      await exchange('there', live);
      await cluster.redis.leave();
      await exchange('gone', caughtUp);
      // The sabotaged run stops here: without catch-up events each further message would wait for its timeout.
      if (sabotage !== null) return { broken, figures: `${sends.length} messages` };
      await cluster.redis.comeBack();
      await wait(4000);
      await exchange('back', live);
      await cluster.redis.flush();
      await exchange('flushed', live);
      await cluster.redis.leave();
      await cluster.redis.comeBack();
      await wait(4000);
      await exchange('replaced', live);
      cluster.redis.freeze();
      await exchange('silent', frozen);
      cluster.redis.thaw();
      await wait(5000);
      await exchange('awake', live);

      const views = pairs.map(({ one, sender, receiver }) => ({
        viewer: sender.userId,
        conversation: conversationOf(sender.userId, receiver.userId),
        messages: one.view(),
      }));
      broken.push(...findViolations({ sends, views, stored: await readStored(cluster.postgres.pool) }));
      broken.push(...cluster.surprises());
      const times = Object.entries(slowest).map(([name, ms]) => `${name} ${ms.toFixed(0)}`);
      return { broken, figures: `${sends.length} messages; slowest sight in ms: ${times.join('; ')}` };
    }),
};

async function sendAndWait({ one, other, sender, receiver }: Pair, sends: SendRecord[]) {
  const key = randomUUID();
  const conversation = conversationOf(sender.userId, receiver.userId);
  const place = sends.filter((send) => send.sender === sender.userId).length;
  const record: SendRecord = { key, sender: sender.userId, conversation, place, acknowledged: null };
  sends.push(record);
  const startedAt = performance.now();
  await one.send(`${place}`, key);
  const find = (chat: WebChat) => chat.view().find((message) => message.key === key);
  const limits = { withinMs: caughtUpWithinMs + 1000, everyMs: 10 };
  await until(() => one.waiting() === 0, limits);
  const answeredMs = performance.now() - startedAt;
  record.acknowledged = find(one) ?? null;
  const isSeen = await until(() => find(other) !== undefined, limits);
  return { answeredMs, seenMs: isSeen ? performance.now() - startedAt : Number.POSITIVE_INFINITY };
}
