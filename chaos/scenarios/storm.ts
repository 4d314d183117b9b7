import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@parlance/server/test/servers';
import { startCluster } from '#parts/cluster';
import { gatherCrowd, makeTokens } from '#parts/crowd';
import { secretOfNodes } from '#parts/node';
import { memoryMb } from '#parts/process-figures';
import { onStage } from '#parts/stage';
import { type Scenario, until } from './scenario.ts';

const sockets = { full: 5000, quick: 1000 };
const gatherWithinMs = 180_000;
const backWithinMs = { full: 60_000, quick: 30_000 };
const downForMs = 2000;
const figuresPreload = join(import.meta.dirname, '../parts/figures.preload.ts');

interface Delay {
  delayMs: { p50: number; p99: number; max: number };
}

/** A node with thousands of sockets is killed and restarted: all clients reconnect in time, and none of their calls fails. */
export const storm: Scenario = {
  name: 'storm',
  sabotages: { 'the client gives up': 'late' },
  run: ({ isFull, sabotage, say }) =>
    onStage(async (stage) => {
      const figuresPort = await freePort();
      const cluster = await startCluster(stage, {
        nodes: 1,
        env: { FIGURES_PORT: `${figuresPort}` },
        nodeArguments: ['--expose-gc', '--import', figuresPreload],
      });
      const look = async () =>
        ((await (await fetch(`http://127.0.0.1:${figuresPort}`)).json()) as Delay).delayMs;
      const node = cluster.nodeOf(0);
      const count = isFull ? sockets.full : sockets.quick;
      const tokens = await makeTokens(cluster.postgres.url, secretOfNodes, count);
      const crowd = gatherCrowd(stage, { baseUrl: node.url, tokens, triesOnce: sabotage !== null });
      const areAllThere = () => crowd.figures().connected === count;
      const gatheredFrom = performance.now();
      if (!(await until(areAllThere, { withinMs: gatherWithinMs })))
        throw new Error(`only ${crowd.figures().connected} of ${count} came`);
      say(`${count} are there after ${((performance.now() - gatheredFrom) / 1000).toFixed(0)} s`);
      await wait(2000);

      const before = crowd.figures();
      await node.kill();
      await until(() => crowd.figures().connected === 0, { withinMs: 10_000 });
      await wait(downForMs);
      await node.start();
      const backAt = performance.now();
      // Resets the event loop delay caused by the start.
      await look();
      const areBack = await until(areAllThere, { withinMs: isFull ? backWithinMs.full : backWithinMs.quick });
      const seconds = ((performance.now() - backAt) / 1000).toFixed(1);
      const delay = await look();
      // Lets the calls after the last connects finish.
      await wait(5000);
      const after = crowd.figures();
      const memory = memoryMb(node.pid());
      const connects = after.connects - before.connects;
      const broken = [
        ...(areBack ? [] : [`late: ${after.connected} of ${count} are there after ${seconds} s`]),
        ...after.failures,
        ...cluster.surprises(),
      ];
      const figures =
        `${after.connected} of ${count} sockets back ${seconds} s after the node (${connects} connects), ` +
        `${after.calls - before.calls} calls (${after.callsRepeated - before.callsRepeated} made twice), event loop p50 ` +
        `${delay.p50.toFixed(0)}, p99 ${delay.p99.toFixed(0)}, at most ${delay.max.toFixed(0)} ms, ${memory.toFixed(0)} MB`;
      return { broken, figures };
    }),
};
