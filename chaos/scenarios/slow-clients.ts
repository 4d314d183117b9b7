import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { socketConnection } from '@parlance/contract/realtime';
import { freePort } from '@parlance/server/test/servers';
import { io } from 'socket.io-client';
import { startCluster } from '#parts/cluster';
import { enter, inParallel, type Person, signUp } from '#parts/people';
import { memoryMb } from '#parts/process-figures';
import { onStage, type Stage } from '#parts/stage';
import type { Scenario } from './scenario.ts';

const sleepers = 6;
// Sent in less than 45 s, after which the heartbeat ends a silent connection anyway.
const messagesToEach = 1500;
const inFlight = 8;
// Peak memory. With clients disconnected after one or two seconds, about 100 MB are buffered; without that, more than 500.
const growthMaxMb = 200;
const figuresPreload = join(import.meta.dirname, '../parts/figures.preload.ts');
const noDisconnect = join(import.meta.dirname, '../sabotage/no-disconnect.preload.ts');
const longText = '🙂'.repeat(4000);

/** Clients stop reading while many events are sent to them: the node's memory stays bounded and other clients are not affected. */
export const slowClients: Scenario = {
  name: 'slow-clients',
  sabotages: { 'slow clients stay connected': 'memory' },
  run: ({ sabotage, say }) =>
    onStage(async (stage) => {
      const preload = sabotage === null ? undefined : noDisconnect;
      const figuresPort = await freePort();
      const cluster = await startCluster(stage, {
        nodes: 1,
        preload,
        env: { FIGURES_PORT: `${figuresPort}` },
        nodeArguments: ['--expose-gc', '--import', figuresPreload],
      });
      const keptMb = async () => {
        const told = (await (await fetch(`http://127.0.0.1:${figuresPort}`)).json()) as {
          heapMb: number;
          externalMb: number;
        };
        return told.heapMb + told.externalMb;
      };
      const node = cluster.nodeOf(0);
      const people = await signUp(node.url, 2 * sleepers + 2);
      const asleep = people.slice(0, sleepers);
      const [pairOne, pairOther] = people.slice(-2) as [Person, Person];
      const writers = await inParallel(people.slice(sleepers, 2 * sleepers), 4, (person) =>
        enter(stage, person, node.url),
      );
      const [one, other] = [await enter(stage, pairOne, node.url), await enter(stage, pairOther, node.url)];
      // Warm-up, so that first-use allocations do not count as growth.
      await Promise.all(writers.map((writer, nth) => flood(writer, asleep[nth] as Person, 50)));
      const before = await keptMb();
      for (const person of asleep) await fallAsleep(stage, person, node.url);

      let peak = 0;
      let kept = before;
      const delays: number[] = [];
      let isOver = false;
      other.realtime.on('chat:message', ({ content }) => {
        if (content?.startsWith('at ')) delays.push(performance.now() - Number(content.slice(3)));
      });
      // Samples the peak: on a slow machine the heartbeat ends silent connections before the last message is sent.
      const weighing = (async () => {
        while (!isOver) {
          kept = Math.max(kept, await keptMb());
          await wait(1000);
        }
      })();
      const watching = (async () => {
        while (!isOver) {
          peak = Math.max(peak, memoryMb(node.pid()));
          await one.realtime
            .send('chat:message', { userId: pairOther.userId, content: `at ${performance.now()}` })
            .catch(() => undefined);
          await wait(200);
        }
      })();
      say(`${sleepers} sleepers, ${messagesToEach} messages of 16 kB to each`);
      await Promise.all(writers.map((writer, nth) => flood(writer, asleep[nth] as Person, messagesToEach)));
      isOver = true;
      await Promise.all([watching, weighing]);

      const growth = kept - before;
      const slowest = Math.max(...delays);
      const broken = [
        ...(growth > growthMaxMb ? [`memory: ${growth.toFixed(0)} MB more are kept`] : []),
        ...(slowest > 5000 ? [`others: a message took ${slowest.toFixed(0)} ms`] : []),
        ...(delays.length < 5 ? ['others: hardly anything was heard by the others'] : []),
        ...cluster.surprises(),
      ];
      const figures =
        `${sleepers * messagesToEach} messages of 16 kB to ${sleepers} sleepers, kept ${before.toFixed(0)} → at most ${kept.toFixed(0)} MB, ` +
        `resident at most ${peak.toFixed(0)} MB, others' slowest message ${slowest.toFixed(0)} ms`;
      return { broken, figures };
    }),
};

type Writer = Awaited<ReturnType<typeof enter>>;

async function flood({ realtime }: Writer, { userId }: Person, count: number): Promise<void> {
  let begun = 0;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (begun++ < count) await realtime.send('chat:message', { userId, content: longText });
    }),
  );
}

/** Connects, then stops reading without closing. */
async function fallAsleep(stage: Stage, { tokens }: Person, url: string): Promise<void> {
  const socket = io(url, {
    path: socketConnection.path,
    transports: ['websocket'],
    auth: { token: tokens.accessToken },
    forceNew: true,
    reconnection: false,
  });
  stage.defer(() => socket.disconnect());
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  const { ws } = socket.io.engine.transport as unknown as { ws: { _socket: { pause(): void } } };
  ws._socket.pause();
}
