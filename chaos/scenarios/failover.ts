import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createCalls } from '@parlance/client/http';
import { seededRandom } from '@parlance/server/test/booking-proof';
import pg from 'pg';
import { findWrongBookings } from '#history/booked';
import { findViolations } from '#history/history';
import { readSlots, startBookings } from '#parts/booking-load';
import { callsOf } from '#parts/bookings';
import { type DatabaseProxy, startDatabaseProxy } from '#parts/database-proxy';
import { inRing, outcomeOf, readStored, readViews, startLoad } from '#parts/load';
import { type AppNode, nodeEnvironment, startNode } from '#parts/node';
import { enter, inParallel, type Person, signUp } from '#parts/people';
import { type PairServer, type PostgresPair, startPair } from '#parts/postgres-pair';
import { startRedis } from '#parts/redis';
import { onStage } from '#parts/stage';
import { type Scenario, until } from './scenario.ts';

const writers = 16;
const bookingPairs = 4;
const steadyMs = { full: 20_000, quick: 4000 };
// Replication stalls this long before the primary dies; an asynchronous standby would lose the commits of that time.
const heldBackMs = 1500;
const operatorThinksMs = 3000;
const serviceWithinMs = 15_000;
// Response time limit during the outage: HAProxy's connection retries take three seconds.
const answerWithinMs = 6000;
const unavailable = '503/7000';

/** The primary dies, its standby takes over, the old primary rejoins as standby and takes over in turn. */
export const failover: Scenario = {
  name: 'failover',
  sabotages: { 'asynchronous standby': 'lost', 'HAProxy turns back': 'split brain' },
  run: ({ isFull, sabotage, say }) =>
    onStage(async (stage) => {
      const pair = await startPair(stage, { isSynchronous: sabotage !== 'asynchronous standby' });
      const { pg1, pg2, link } = pair;
      const proxy = await startDatabaseProxy(stage, pair, { staysPut: sabotage !== 'HAProxy turns back' });
      const redis = await startRedis(stage);
      const dataDir = join(stage.folder, 'data');
      mkdirSync(dataDir);
      const env = nodeEnvironment({ databaseUrl: proxy.url, redisUrl: redis.url, dataDir });
      const nodes = [await startNode(stage, { env }), await startNode(stage, { env })];
      const nodeOf = (nth: number) => nodes[nth % nodes.length] as AppNode;
      const persons = await signUp(nodeOf(0).url, writers + 2 * bookingPairs + 1);
      const bystander = persons.pop() as Person;
      const chatting = persons.slice(0, writers);
      const clients = await inParallel(chatting, 8, (person, nth) => enter(stage, person, nodeOf(nth).url));
      const members = inRing(chatting, clients);
      const pairs = Array.from({ length: bookingPairs }, (_, nth) => {
        const seat = (place: number) => {
          const person = persons[writers + 2 * nth + place] as Person;
          return { person, calls: callsOf(person, nodeOf(nth + place).url) };
        };
        return { owner: seat(0), booker: seat(1) };
      });

      // Members that were served since the promotion.
      const served = new Set<string>();
      const onAcknowledged = (userId: string) => void served.add(userId);
      const load = startLoad(members, { pauseMs: 150, random: seededRandom(21), onAcknowledged });
      const bookings = startBookings(pairs, { onAcknowledged });
      const broken: string[] = [];
      const seconds: string[] = [];

      const untilServed = async (what: string, since: number) => {
        served.clear();
        const everybody = writers + bookingPairs;
        const isBack = await until(() => served.size === everybody, { withinMs: serviceWithinMs });
        const ms = performance.now() - since;
        const took = (ms / 1000).toFixed(1);
        say(`everybody is served ${took} s after ${what}`);
        seconds.push(took);
        if (!isBack || ms > serviceWithinMs)
          broken.push(`late: ${served.size} of ${everybody} are served ${took} s after ${what}`);
      };
      const failOver = async (dead: PairServer, next: PairServer) => {
        await dead.kill();
        say(`${dead.name} is dead`);
        broken.push(...(await findWrongAnswers(nodes, bystander)));
        await wait(operatorThinksMs);
        const promotedAt = performance.now();
        await next.psql('promote.sql');
        await untilServed(`the promotion of ${next.name} began`, promotedAt);
      };
      const takeIn = async (standby: PairServer, primary: PairServer) => {
        await standby.start();
        await pair.untilStreaming(primary, 'async');
        await primary.psql('together.sql');
        await pair.untilStreaming(primary, 'sync');
        say(`${standby.name} is the standby`);
      };

      const steady = isFull ? steadyMs.full : steadyMs.quick;
      await wait(steady);
      link.forget();
      await wait(heldBackMs);
      await failOver(pg1, pg2);
      if (sabotage !== 'asynchronous standby') {
        await wait(steady / 2);
        broken.push(...(await findSplitBrain(pair, proxy)));
      }
      if (sabotage === null) {
        await pg1.stop();
        await pg1.rewindTo(pg2);
        await takeIn(pg1, pg2);
        // Without the standby nothing is acknowledged that has only one copy, until the operator allows it.
        await pg1.stop();
        await wait(heldBackMs);
        served.clear();
        await wait(heldBackMs);
        if (served.size > 0)
          broken.push(`one copy: ${served.size} were answered although the standby is gone`);
        const aloneAt = performance.now();
        await pg2.psql('alone.sql');
        await untilServed('the standby was given up', aloneAt);
        await takeIn(pg1, pg2);
        await wait(steady);
        await failOver(pg2, pg1);
        await wait(steady / 2);
      }
      await Promise.all([load.stop(), bookings.stop()]);

      const pool = new pg.Pool({ connectionString: proxy.url, max: 4 });
      stage.defer(() => pool.end());
      const views = sabotage === null ? await readViews(members) : [];
      const unanswered =
        load.sends.filter(({ acknowledged }) => !acknowledged).length +
        bookings.records.filter(({ acknowledged }) => acknowledged === null).length;
      broken.push(
        ...findViolations({ sends: load.sends, views, stored: await readStored(pool) }),
        ...findWrongBookings(bookings.records, await readSlots(pool)),
        ...load.refusals,
        ...bookings.refusals,
        ...nodes.flatMap(({ surprises }) => surprises),
        ...[...load.losses, ...bookings.losses].flatMap(([outcome, times]) =>
          /^\d/.test(outcome) && outcome !== unavailable ? [`wrong answer: ${times} times ${outcome}`] : [],
        ),
        ...(unanswered > 0 ? [`unanswered: ${unanswered} messages or bookings`] : []),
      );
      const again =
        load.lostAttempts() + [...bookings.losses.values()].reduce((sum, times) => sum + times, 0);
      const figures =
        `everybody served ${seconds.join(', ')} s after a promotion or the loss of the standby; ` +
        `${load.sends.length} messages and ${bookings.records.length} bookings, ${again} attempts made again`;
      return { broken, figures };
    }),
};

/** Without a database each call gets a quick retry response, not a failure and not a 401. */
async function findWrongAnswers(nodes: AppNode[], { tokens }: Person): Promise<string[]> {
  const asked = nodes.flatMap(({ url }) => {
    const calls = createCalls({ baseUrl: url, getAccessToken: () => tokens.accessToken });
    return [
      () => calls.getUser(),
      () => calls.listChats({}),
      () => calls.reauthenticate({ refreshToken: tokens.refreshToken }),
      () => calls.searchUsers({}),
    ];
  });
  const answers = asked.map(async (ask) => {
    const startedAt = performance.now();
    const outcome = await ask().then(() => 'an answer', outcomeOf);
    const ms = performance.now() - startedAt;
    if (outcome !== unavailable) return [`wrong answer: ${outcome} while there is no database`];
    return ms > answerWithinMs ? [`late: ${unavailable} only after ${ms.toFixed(0)} ms`] : [];
  });
  return (await Promise.all(answers)).flat();
}

/** The old primary restarts as a primary: no client is routed to it, and it cannot acknowledge a commit. */
async function findSplitBrain({ pg1, pg2 }: PostgresPair, proxy: DatabaseProxy): Promise<string[]> {
  await pg1.start();
  const areBothUp = await until(async () => (await proxy.writable()).length === 2, { withinMs: 10_000 });
  if (!areBothUp) return ['could not be tried: HAProxy does not see the old primary'];
  // Forces reconnects, which would show a wrong route.
  await pg2.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE usename = 'parlance' AND backend_type = 'client backend' AND pid <> pg_backend_pid()`);
  await wait(3000);
  const guests = await pg1.query<{ guests: string }>(
    `SELECT count(*) AS guests FROM pg_stat_activity
     WHERE usename = 'parlance' AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
  const lonely = pg1.query(
    'INSERT INTO users (user_id, created_at, updated_at) VALUES (gen_random_uuid(), now(), now())',
  );
  const isAcknowledged = await Promise.race([
    lonely.then(
      () => true,
      () => false,
    ),
    wait(1000).then(() => false),
  ]);
  return [
    ...(Number(guests[0]?.guests) > 0
      ? [`split brain: ${guests[0]?.guests} connections lead to the old primary`]
      : []),
    ...(isAcknowledged ? ['split brain: the old primary acknowledges what nobody else has'] : []),
  ];
}
