import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '@parlance/client/client';
import { seededRandom } from '@parlance/server/test/booking-proof';
import { startCluster } from '#parts/cluster';
import { inRing, startLoad, violationsOf } from '#parts/load';
import { enter, inParallel, signUp } from '#parts/people';
import { startProxy } from '#parts/proxy';
import { onStage } from '#parts/stage';
import type { Scenario } from './scenario.ts';

const people = 30;
const rounds = { full: 5, quick: 1 };
// Retry delay of the web app.
const retryAfterMs = 1000;
const betweenNodesMs = 1500;

/** Every node is restarted in turn under load: no message is lost, no call fails twice. */
export const rollingRestart: Scenario = {
  name: 'rolling-restart',
  sabotages: { 'no other node takes over': 'failed twice' },
  run: ({ isFull, sabotage, say }) =>
    onStage(async (stage) => {
      const cluster = await startCluster(stage, { nodes: 3 });
      const upstreams = sabotage === null ? cluster.nodes : cluster.nodes.slice(0, 1);
      const proxy = await startProxy(stage, upstreams);
      const persons = await signUp(cluster.nodeOf(0).url, people);
      const clients = await inParallel(persons, 10, (person) => enter(stage, person, proxy.url));
      const members = inRing(persons, clients);
      const load = startLoad(members, { pauseMs: 200, retryAfterMs, random: seededRandom(3) });
      const calls = startCalling(clients);

      const exitCodes: (number | null)[] = [];
      for (let round = 0; round < (isFull ? rounds.full : rounds.quick); round++) {
        for (const node of cluster.nodes) {
          await wait(betweenNodesMs);
          say(`restart of node ${cluster.nodes.indexOf(node) + 1}`);
          exitCodes.push(await node.restart());
        }
      }
      await wait(betweenNodesMs);
      await calls.stop();
      await load.stop();

      const broken = [
        ...(await violationsOf(load, members, cluster.postgres.pool)),
        ...calls.failedTwice,
        ...cluster.surprises(),
        ...load.manyAttempts.map((losses) => `a message failed twice: ${losses}`),
        ...exitCodes.filter((code) => code !== 0).map((code) => `a node ended with ${code}`),
      ];
      const figures =
        `${exitCodes.length} restarts of ${cluster.nodes.length} nodes, ${load.sends.length} messages ` +
        `(${load.lostAttempts()} sent twice), ${calls.made()} calls (${calls.retried()} made twice)`;
      return { broken, figures };
    }),
};

/** Continuous reads, each with one retry. */
function startCalling(clients: Client[]) {
  const failedTwice: string[] = [];
  let made = 0;
  let retried = 0;
  let isStopping = false;

  async function callOnAndOn({ calls }: Client, nth: number): Promise<void> {
    const ask = () => (nth % 2 === 0 ? calls.listChats({}) : calls.getUser());
    while (!isStopping) {
      made += 1;
      try {
        await ask();
      } catch {
        retried += 1;
        await wait(retryAfterMs);
        await ask().catch((error: unknown) => failedTwice.push(`failed twice: ${error}`));
      }
      await wait(50);
    }
  }

  const calling = clients.map(callOnAndOn);
  return {
    failedTwice,
    made: () => made,
    retried: () => retried,
    async stop() {
      isStopping = true;
      await Promise.all(calling);
    },
  };
}
