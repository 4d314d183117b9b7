import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createCalls } from '@parlance/client/http';
import { seededRandom } from '@parlance/server/test/booking-proof';
import { bookSlots, callsOf } from '#parts/bookings';
import { inRing, startLoad, violationsOf } from '#parts/load';
import { startMailServer } from '#parts/mail-server';
import { type AppNode, nodeEnvironment, startNode } from '#parts/node';
import { enter, inParallel, type Person, signUp } from '#parts/people';
import { startPostgres } from '#parts/postgres';
import { startRedis } from '#parts/redis';
import { onStage } from '#parts/stage';
import { removeOrderLock } from '#sabotage/database';
import { type Scenario, until } from './scenario.ts';

const people = 12;
const offsetMs = 5 * 60_000;
const seconds = { full: 60, quick: 8 };
const bookings = 6;
const shiftedClock = join(import.meta.dirname, '../sabotage/shifted-clock.preload.ts');

/** One node is five minutes late, one five minutes early: order, sessions, codes and mails are not affected. */
export const clockSkew: Scenario = {
  name: 'clock-skew',
  sabotages: { 'no order lock': 'misnumbered' },
  run: ({ isFull, sabotage }) =>
    onStage(async (stage) => {
      const [postgres, redis] = await Promise.all([startPostgres(stage), startRedis(stage)]);
      const dataDir = join(stage.folder, 'data');
      const env = nodeEnvironment({ databaseUrl: postgres.url, redisUrl: redis.url, dataDir });
      const right = await startNode(stage, { env });
      const persons = await signUp(right.url, people);
      await right.stop();
      // Slow mail delivery, so that a claim ignored by another node shows up as a duplicate.
      const mailServer = await startMailServer(stage, { answerAfterMs: 500 });
      const start = (offset: number): Promise<AppNode> =>
        startNode(stage, {
          env: {
            ...env,
            SMTP_URL: mailServer.url,
            MAIL_FROM: 'parlance@example.org',
            CLOCK_OFFSET_MS: `${offset}`,
          },
          preload: shiftedClock,
        });
      const nodes = [await start(-offsetMs), await start(0), await start(offsetMs)];
      const nodeOf = (nth: number) => nodes[nth % nodes.length] as AppNode;
      if (sabotage !== null) await removeOrderLock(postgres.pool);

      const clients = await inParallel(persons, 6, (person, nth) => enter(stage, person, nodeOf(nth).url));
      const members = inRing(persons, clients);
      const load = startLoad(members, { pauseMs: 100, random: seededRandom(5) });
      const [owner, booker, wanderer] = persons as [Person, Person, Person];
      // On the early and the late node: a delayed mail is due at the same time on all nodes.
      for (const nth of [0, 2]) {
        const host = { calls: callsOf(owner, nodeOf(nth).url), person: owner };
        await bookSlots(host, [{ calls: callsOf(booker, nodeOf(nth).url) }], {
          count: bookings,
          firstNth: nth * bookings,
        });
      }
      const refusals = await wander(wanderer, nodes);
      await wait(1000 * (isFull ? seconds.full : seconds.quick));
      await load.stop();

      const { received } = mailServer;
      const countWaiting = async () => {
        const { rows } = await postgres.pool.query<{ waiting: string }>(
          `SELECT count(*) AS waiting FROM waiting_mails WHERE due_at < now() + interval '1 hour'`,
        );
        return Number(rows[0]?.waiting);
      };
      await until(async () => (await countWaiting()) === 0, { withinMs: 60_000, everyMs: 500 });
      const ids = received.map(({ messageId }) => messageId);
      const doubled = ids.length - new Set(ids).size;
      const waiting = await countWaiting();
      const broken = [
        ...(await violationsOf(load, members, postgres.pool)),
        ...refusals,
        ...nodes.flatMap(({ surprises }) => surprises),
        ...(doubled > 0 ? [`mails: ${doubled} of ${ids.length} went out twice`] : []),
        ...(waiting > 0 ? [`mails: ${waiting} still wait`] : []),
        ...(ids.length === 0 ? ['mails: none went out'] : []),
      ];
      const figures = `nodes at −5, 0 and +5 minutes, ${load.sends.length} messages, ${ids.length} mails, a session over all nodes`;
      return { broken, figures };
    }),
};

/** Renews one session on every node in turn, twice, and uses it on all nodes after each renewal. */
async function wander(person: Person, nodes: AppNode[]): Promise<string[]> {
  const refusals: string[] = [];
  let { tokens } = person;
  for (const node of [...nodes, ...nodes.toReversed()]) {
    try {
      tokens = await createCalls({ baseUrl: node.url }).reauthenticate({ refreshToken: tokens.refreshToken });
      for (const { url } of nodes) await callsOf({ ...person, tokens }, url).getUser();
    } catch (error) {
      refusals.push(`session: ${error}`);
    }
  }
  return refusals;
}
