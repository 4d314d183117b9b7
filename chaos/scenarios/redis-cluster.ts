import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '@parlance/server/test/booking-proof';
import type { RedisCluster, RedisProcess } from '@parlance/server/test/redis';
import { findViolations, type SendRecord } from '#history/history';
import { startCluster } from '#parts/cluster';
import { conversationOf, readStored } from '#parts/load';
import { enter, inParallel, type Person, signUp } from '#parts/people';
import { startRedisServers } from '#parts/redis';
import { onStage } from '#parts/stage';
import { startWebChat, type WebChat } from '#parts/web-chat';
import { type Scenario, until } from './scenario.ts';

const people = 24;
const writeMs = 1500;
const pauseMs = 300;
// Nodes tell their clients after the new subscription, spread over three seconds; then clients refetch.
const caughtUpWithinMs = 20_000;

interface Writer {
  chat: WebChat;
  person: Person;
  partner: Person;
  sent: number;
}

/** Servers of a Redis cluster die, freeze and give slots away under load: every member sees every message once. */
export const redisCluster: Scenario = {
  name: 'redis-cluster',
  sabotages: { 'no catch-up after a gap': 'lost' },
  run: ({ isFull, sabotage, say }) =>
    onStage(async (stage) => {
      const random = seededRandom(7);
      const redis = await startRedisServers(stage);
      const preload =
        sabotage === null ? undefined : join(import.meta.dirname, '../sabotage/no-catch-up.preload.ts');
      const cluster = await startCluster(stage, { nodes: 3, redisUrl: redis.url, preload });
      const persons = await signUp(cluster.nodeOf(0).url, people);
      const writers = await inParallel(persons, 8, async (person, nth): Promise<Writer> => {
        const partner = persons[nth ^ 1] as Person;
        const client = await enter(stage, person, cluster.nodeOf(nth).url);
        const chat = startWebChat({ client, userId: person.userId, partnerId: partner.userId });
        stage.defer(() => chat.close());
        return { chat, person, partner, sent: 0 };
      });

      const sends: SendRecord[] = [];
      const broken: string[] = [];
      const seconds: string[] = [];
      const write = async (writer: Writer) => {
        const { person, partner, chat } = writer;
        const conversation = conversationOf(person.userId, partner.userId);
        for (const endsAt = Date.now() + writeMs; Date.now() < endsAt; ) {
          const record = { key: randomUUID(), sender: person.userId, conversation, place: writer.sent };
          sends.push({ ...record, acknowledged: null });
          writer.sent += 1;
          await chat.send(`${record.place}`, record.key);
          await wait(pauseMs * random());
        }
      };
      const unseenBy = ({ chat, person, partner }: Writer) => {
        const seen = new Set(chat.view().map(({ key }) => key));
        const conversation = conversationOf(person.userId, partner.userId);
        return sends.filter((send) => send.conversation === conversation && !seen.has(send.key)).length;
      };
      const countUnseen = () => writers.reduce((sum, writer) => sum + unseenBy(writer), 0);
      const phase = async (name: string, fault: () => Promise<void>, heal?: () => Promise<void>) => {
        say(name);
        await Promise.all([fault(), ...writers.map(write)]);
        if (heal) {
          await until(() => writers.every(({ chat }) => chat.waiting() === 0), {
            withinMs: caughtUpWithinMs,
          });
          await heal();
        }
        const healedAt = performance.now();
        await redis.whenHealthy();
        const isComplete = await until(() => countUnseen() === 0, { withinMs: caughtUpWithinMs });
        seconds.push(`${name} ${((performance.now() - healedAt) / 1000).toFixed(1)}`);
        if (!isComplete) broken.push(`lost: ${countUnseen()} messages are not seen after ${name}`);
      };

      await phase('steady', async () => {});
      const channels = persons.map(({ userId }) => `parlance:user:${userId}`);
      const victimOf = (nth: number) => redis.primaryOf(channels[nth] as string);
      const killed = await victimOf(0);
      // Nothing replaces both, so the last messages fall into the gap and no later event reveals it.
      const both = [killed, redis.servers[redis.servers.indexOf(killed) + 3] as RedisProcess];
      await phase(
        'a primary killed with its replica',
        async () => void (await Promise.all(both.map((server) => server.kill()))),
        async () => void (await Promise.all(both.map((server) => server.start()))),
      );
      if (sabotage !== null) return { broken, figures: `${sends.length} messages` };
      await phase('a killed primary', () => killed.kill());
      await phase('its return', async () => {
        await killed.start();
        await redis.whenHealthy();
      });
      for (let round = 0; round < (isFull ? 5 : 1); round++) {
        await phase('resharding', () => moveChannels(redis, channels));
        const frozen = await victimOf(round + 1);
        await phase('a frozen primary', async () => {
          frozen.freeze();
          // Longer than Redis' own timeout, so that its replica replaces it.
          await wait(6000);
        });
        await phase('its awakening', async () => {
          frozen.thaw();
          await redis.whenHealthy();
        });
        await phase('all servers restarted', async () => {
          await Promise.all(redis.servers.map((server) => server.kill()));
          await wait(writeMs);
          await Promise.all(redis.servers.map((server) => server.start()));
        });
      }

      const stored = await readStored(cluster.postgres.pool);
      const views = writers.map(({ chat, person, partner }) => ({
        viewer: person.userId,
        conversation: conversationOf(person.userId, partner.userId),
        messages: chat.view(),
      }));
      for (const send of sends) {
        const own = writers.find(({ person }) => person.userId === send.sender);
        send.acknowledged = own?.chat.view().find(({ key }) => key === send.key) ?? null;
      }
      const unacknowledged = sends.filter(({ acknowledged }) => acknowledged === null).length;
      broken.push(
        ...findViolations({ sends, views, stored }),
        ...writers.flatMap(({ chat }) => chat.failures().map((failure) => `given up: ${failure}`)),
        ...(unacknowledged > 0 ? [`unacknowledged: ${unacknowledged} messages`] : []),
        ...cluster.surprises(),
      );
      return {
        broken,
        figures: `${sends.length} messages; seconds until all saw all: ${seconds.join(', ')}`,
      };
    }),
};

/** Moves the slot of each channel to the next primary, one after the other, as an operator who rebalances does. */
async function moveChannels(redis: RedisCluster, channels: string[]): Promise<void> {
  const primaries = [...new Set(await Promise.all(channels.map((channel) => redis.primaryOf(channel))))];
  for (const channel of channels) {
    const owner = await redis.primaryOf(channel);
    const next = primaries[(primaries.indexOf(owner) + 1) % primaries.length] as RedisProcess;
    await redis.moveSlots([redis.slotOf(channel)], next);
  }
}
